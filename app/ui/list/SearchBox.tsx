import { useLocation, useNavigation } from "@remix-run/react";
import { Button, Icon, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";
import { isSameTab } from "./address";
import styles from "./ListPage.module.css";

interface SearchBoxProps {
  id: string;
  value: string;
  hint: string;
  maxLength: number;
  /** Searches this many milliseconds after the last key. */
  afterMs?: number;
  onFocus?: () => void;
  /** `replace`: an unfinished word gets no entry in the history. */
  onSearch(text: string, options?: { replace: boolean }): void;
}

/** A list's search. Enter and the button run it, and the cross clears it. With `afterMs` it also runs a while after the last key. */
export function SearchBox({ id, value, hint, maxLength, afterMs, onFocus, onSearch: run }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const submitted = useRef(value);
  const onSearch = (query: string, options?: { replace: boolean }) => {
    submitted.current = query;
    run(query, options);
  };
  const isLeaving = useLeaving();
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    // The back button and saved views change the search from outside. Keep text that is being typed.
    if (value === submitted.current) return;
    submitted.current = value;
    setText(value);
  }, [value]);
  const { key, state } = useLocation();
  useEffect(() => {
    // Also text that was never searched for, which the address doesn't show.
    if (key && isClearing(state)) setText("");
  }, [key, state]);
  useEffect(() => {
    // A search must not cancel a navigation to another page or tab.
    if (afterMs === undefined || isLeaving || text.trim() === submitted.current) return;
    const timer = setTimeout(() => {
      if (text.trim() !== submitted.current) search.current(text.trim(), { replace: true });
    }, afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs, isLeaving]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: React 18 does not know the element <search>
    <form
      role="search"
      aria-label={hint}
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
      onKeyDown={(event) => {
        // Enables the list's shortcuts again.
        if (event.key === "Escape" && event.target instanceof HTMLInputElement) event.target.blur();
      }}
    >
      <div className={styles.searchField} title={hint}>
        <TextField
          id={id}
          label="Search"
          labelHidden
          autoComplete="off"
          placeholder={hint}
          maxLength={maxLength}
          value={text}
          onChange={setText}
          onFocus={onFocus}
          prefix={<Icon source={SearchIcon} tone="subdued" />}
          clearButton
          onClearButtonClick={() => {
            setText("");
            if (submitted.current) onSearch("");
          }}
        />
      </div>
      <Button submit>Search</Button>
    </form>
  );
}

/** The state of a navigation that clears all of a list's fields. */
export const CLEARING = { clearsSearch: true };

const isClearing = (state: unknown): boolean =>
  (state as Partial<typeof CLEARING> | null)?.clearsSearch === true;

/** True during a navigation to another page, or to another tab of this one. */
function useLeaving(): boolean {
  const here = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && !isSameTab(next, here);
}
