import { Button, Icon, TextField } from "@shopify/polaris";
import { SearchIcon } from "@shopify/polaris-icons";
import { useEffect, useState } from "react";
import styles from "./ListPage.module.css";

interface SearchBoxProps {
  id: string;
  value: string;
  hint: string;
  maxLength: number;
  onSearch(text: string): void;
}

/** A list's search: Enter or the button runs it, the cross empties it and shows everything again. */
export function SearchBox({ id, value, hint, maxLength, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  // The back button and a saved view change the search from outside.
  useEffect(() => setText(value), [value]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: React 18 does not know the element <search>
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
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
            if (value) onSearch("");
          }}
        />
      </div>
      <Button submit>Search</Button>
    </form>
  );
}
