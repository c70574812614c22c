import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/** The address that was given its tab last. Remix asks each route about it without saying why the address changes. */
let namedAddress: string | undefined;

/**
 * Adds the shown tab to an address without one, as the links of the menu are. Otherwise the page would follow its cookie, and thereby
 * another window: its next refresh would show the tab that was chosen there, and a saved view or a copied link would lack the tab.
 */
export function useTabInAddress(tab: string): void {
  const { pathname, search, hash, state } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const navigate = useNavigate();
  useEffect(() => {
    const parameters = new URLSearchParams(search);
    if (!isIdle || parameters.has("tab")) return;
    parameters.set("tab", tab);
    namedAddress = `${pathname}?${parameters}`;
    navigate(`${namedAddress}${hash}`, { replace: true, preventScrollReset: true, state });
  }, [isIdle, tab, pathname, search, hash, state, navigate]);
}

/** The address was only given the tab that it shows already: nothing needs to be loaded. */
export const isTabAdded = (from: URL, to: URL): boolean =>
  !from.searchParams.has("tab") && `${to.pathname}${to.search}` === namedAddress;
