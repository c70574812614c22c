import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type FailedLoad, keepPageOnFailedLoad } from "../refused-requests";
import { navigateWithoutLoad } from "./useTabInAddress";

/**
 * Another search, tab or page of the list that couldn't be loaded. The list stays at the address that it shows, because the error page
 * would replace its rows.
 * @returns null when the last load succeeded
 */
export function useFailedLoad(): (FailedLoad & { tryAgain(): void }) | null {
  const here = useLocation();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<(FailedLoad & { at: string }) | null>(null);
  const shown = `${here.pathname}${here.search}`;
  const latest = useRef({ here, shown, navigate });
  latest.current = { here, shown, navigate };
  useEffect(
    () =>
      keepPageOnFailedLoad((failed) => {
        const { here, shown, navigate } = latest.current;
        setFailure({ ...failed, at: shown });
        // It ends the navigation whose data couldn't be loaded.
        navigateWithoutLoad(navigate, here);
      }),
    [],
  );
  if (!failure || failure.at !== shown) return null;
  return {
    ...failure,
    tryAgain() {
      setFailure(null);
      navigate(failure.to);
    },
  };
}
