import { useLocation, useNavigation } from "@remix-run/react";
import { Button, Icon, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useEffect, useRef, useState } from "react";
import styles from "./ListPage.module.css";

interface SearchBoxProps {
  id: string;
  value: string;
  hint: string;
  maxLength: number;
  /** Runs by itself so long after the last key (milliseconds). */
  afterMs?: number;
  /** `replace`: the address of an unfinished word is nothing to go back to. */
  onSearch(text: string, options?: { replace: boolean }): void;
}

/**
 * A list's search: Enter or the button runs it, the cross empties it and shows everything again. Where the list says so, it also
 * runs a while after the last key.
 */
export function SearchBox({ id, value, hint, maxLength, afterMs, onSearch: run }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const onSearch = (wanted: string, options?: { replace: boolean }) => {
    asked.current = wanted;
    run(wanted, options);
  };
  const isLeaving = useLeaving();
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => {
    // The back button and a saved view change the search from outside; what is being typed stays.
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    // Who has pressed a tab or a link meanwhile is not brought back from where they go.
    if (afterMs === undefined || isLeaving || text.trim() === asked.current) return;
    const timer = setTimeout(() => {
      if (text.trim() !== asked.current) search.current(text.trim(), { replace: true });
    }, afterMs);
    return () => clearTimeout(timer);
  }, [text, afterMs, isLeaving]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: React 18 does not know the element <search>
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
      onKeyDown={(event) => {
        // The keys of the list act again.
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
          prefix={<Icon source={SearchIcon} tone="subdued" />}
          clearButton
          onClearButtonClick={() => {
            setText("");
            if (asked.current) onSearch("");
          }}
        />
      </div>
      <Button submit>Search</Button>
    </form>
  );
}

/** True while somebody is on their way to another page, or to another tab of this one. */
function useLeaving(): boolean {
  const here = useLocation();
  const { location: next } = useNavigation();
  const tabOf = ({ search }: { search: string }) => new URLSearchParams(search).get("tab");
  return next !== undefined && (next.pathname !== here.pathname || tabOf(next) !== tabOf(here));
}
