import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { firstPage } from "./list/address";

/**
 * Runs what an address asks of its page, such as `?new=1` of an action in the palette: once for each visit. The parameter is removed, so
 * that loading the page again doesn't ask again.
 */
export function useAddressRequest(parameter: string, run: () => void): void {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useEffect(() => {
    if (!new URLSearchParams(search).has(parameter)) return;
    navigate(firstPage(search, { [parameter]: null }), { replace: true });
    run();
  }, [key]);
}
