import { useLocation, useNavigation } from "@remix-run/react";

/**
 * The parameters (`?q=…`) of the list's address, or of the list's page that is being loaded. Links that add to them don't lose a
 * search or filter whose page is still loading.
 */
export function usePendingSearch(): string {
  const { search, pathname } = useLocation();
  const { location } = useNavigation();
  return location?.pathname === pathname ? location.search : search;
}
