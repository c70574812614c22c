import { useEffect, useRef } from "react";
import { useOperation } from "~/ui/useOperation";

/** A reservation is extended at most this often. */
const EXTEND_AFTER_MS = 60_000;

/** Renders nothing. Extends the reservation of a submission while its reviewer uses the keyboard or the pointer. */
export function KeepReservation({ id }: { id: string }) {
  const { run } = useOperation();
  const extend = useRef(run);
  extend.current = run;
  useEffect(() => {
    let extendedAt = performance.now();
    const onActivity = () => {
      if (performance.now() - extendedAt < EXTEND_AFTER_MS) return;
      extendedAt = performance.now();
      extend.current({ intent: "keep", id }, "/promo");
    };
    document.addEventListener("keydown", onActivity);
    document.addEventListener("pointerdown", onActivity);
    return () => {
      document.removeEventListener("keydown", onActivity);
      document.removeEventListener("pointerdown", onActivity);
    };
  }, [id]);
  return null;
}
