import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/**
 * An address while it is given its tab. Remix asks each route about it, during the call of `navigate`, without saying why the address
 * changes. A refresh that is requested a moment later restarts the navigation, and must load.
 */
let addressWithTab: string | undefined;

/**
 * Adds the shown tab to an address without one, as the links of the menu are. Otherwise the page would follow its cookie, and thereby
 * another window: its next refresh would show the tab that was chosen there, and a saved view or a copied link would lack the tab.
 */
export function useTabInAddress(tab: string): void {
  const { pathname, search, hash, state } = useLocation();
  // It would end a refresh that is on its way.
  const isRefreshing = useRevalidator().state === "loading";
  const isIdle = useNavigation().state === "idle" && !isRefreshing;
  const navigate = useNavigate();
  useEffect(() => {
    const parameters = new URLSearchParams(search);
    if (!isIdle || parameters.has("tab")) return;
    parameters.set("tab", tab);
    addressWithTab = `${pathname}?${parameters}`;
    navigate(`${addressWithTab}${hash}`, { replace: true, preventScrollReset: true, state });
    addressWithTab = undefined;
  }, [isIdle, tab, pathname, search, hash, state, navigate]);
}

/** The address is only given the tab that it shows already: nothing needs to be loaded. */
export const isTabAdded = (address: URL): boolean =>
  `${address.pathname}${address.search}` === addressWithTab;
