import { useLocation, useNavigate } from "@remix-run/react";
import { useContext, useEffect, useRef, useState } from "react";
import { UNSAFE_DataRouterContext } from "react-router-dom";
import { firstPage, isSameTab } from "./address";

/** The list loads again this long after the last change. */
const RELOAD_AFTER_MS = 1_000;

interface FilterFieldsOptions<Fields> {
  /** The fields as a text, which is the same for the same filter. */
  textOf(fields: Fields): string;
  /** A date field has the value "0002-03-01" while the year 2026 is being typed. */
  isBeingTyped(fields: Fields): boolean;
  /** The parameters of the address. Null removes one. */
  parametersOf(fields: Fields): Record<string, string | null>;
}

/**
 * The fields of a filter panel. The address follows them a second after the last change, or when the panel is closed before.
 * @param filter what the address has
 */
export function useFilterFields<Fields>(
  filter: Fields,
  { textOf, isBeingTyped, parametersOf }: FilterFieldsOptions<Fields>,
) {
  const [fields, setFields] = useState(filter);
  const navigate = useNavigate();
  const here = useLocation();
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const shown = textOf(filter);
  const wanted = textOf(fields);
  const applied = useRef(shown);
  const apply = () => {
    if (!router || wanted === applied.current || isBeingTyped(fields)) return;
    // The router's own state: a panel that goes with its page isn't rendered with the next address.
    const next = router.state.navigation.location ?? router.state.location;
    if (!isSameTab(next, here)) return;
    applied.current = wanted;
    const search = firstPage(next.search, parametersOf(fields));
    // Navigating to an address that is being loaded would start its load again.
    if (search !== next.search) navigate(search, { replace: true });
  };
  const latest = useRef({ filter, apply });
  latest.current = { filter, apply };
  useEffect(() => {
    // The back button and other fields of the page change the address, too.
    if (shown === applied.current) return;
    applied.current = shown;
    setFields(latest.current.filter);
  }, [shown]);
  useEffect(() => {
    if (wanted === applied.current) return;
    const timer = setTimeout(() => latest.current.apply(), RELOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  useEffect(() => () => latest.current.apply(), []);
  return { fields, setFields };
}
