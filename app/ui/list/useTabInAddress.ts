import {
  type Location,
  type NavigateFunction,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
} from "@remix-run/react";
import { useEffect } from "react";

/**
 * An address whose page is shown already. Remix asks each route about it, during the call of `navigate`, without saying why the address
 * changes. A refresh that is requested a moment later restarts the navigation, and must load.
 */
let shownAddress: string | undefined;

/** Replaces the address by one whose page is shown already. A navigation that is on its way ends. */
export function navigateWithoutLoad(
  navigate: NavigateFunction,
  { pathname, search, hash, state }: Pick<Location, "pathname" | "search" | "hash" | "state">,
): void {
  shownAddress = `${pathname}${search}`;
  navigate(`${shownAddress}${hash}`, { replace: true, preventScrollReset: true, state });
  shownAddress = undefined;
}

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
    navigateWithoutLoad(navigate, { pathname, search: `?${parameters}`, hash, state });
  }, [isIdle, tab, pathname, search, hash, state, navigate]);
}

/** The page of this address is shown already: nothing needs to be loaded. */
export const isShownAlready = (address: URL): boolean =>
  `${address.pathname}${address.search}` === shownAddress;
