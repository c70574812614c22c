import { useNavigate } from "@remix-run/react";
import { Suspense } from "react";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { useHydrated } from "~/ui/useHydrated";

const SharedFileBanner = lazyPart(() => import("./SharedFileBanner"));

/** The file that the link of an email with an export leads to (`?file=`), above the page of its list. Without one it shows nothing. */
export function SharedFile() {
  const search = usePendingSearch();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const id = new URLSearchParams(search).get("file");
  if (!id || !isHydrated) return null;
  const close = () => navigate(firstPage(search, { file: null }), { replace: true });
  return (
    <Suspense>
      <SharedFileBanner id={id} onClose={close} />
    </Suspense>
  );
}
