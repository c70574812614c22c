import { useNavigate } from "@remix-run/react";
import { Text, TextField } from "@shopify/polaris";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { FUNCTION_GROUPS, type FunctionEntry, type FunctionGroup } from "~/core/function-entry";
import type { Figure } from "../figures.server";
import { FunctionCard } from "./FunctionCard";
import styles from "./FunctionCards.module.css";

interface FunctionCardsProps {
  functions: readonly FunctionEntry[];
  /** By the name of the function. */
  figures: Readonly<Record<string, Figure>>;
  /** The server's clock when it answered, ISO 8601. */
  now: string;
}

/** Functions as cards in their groups. Typing narrows them, and Enter opens the first one. */
export function FunctionCards({ functions, figures, now }: FunctionCardsProps) {
  const [query, setQuery] = useState("");
  const navigate = useNavigate();
  const shown = functions.filter((entry) => matches(entry, query));
  const openFirst = (event: FormEvent) => {
    event.preventDefault();
    const [first] = shown;
    if (query && first) navigate(first.path);
  };
  return (
    <div className={styles.groups}>
      <form onSubmit={openFirst}>
        <TextField
          label="Find a page"
          labelHidden
          placeholder="Find a page"
          autoComplete="off"
          value={query}
          onChange={setQuery}
          clearButton
          onClearButtonClick={() => setQuery("")}
        />
      </form>
      {(Object.keys(FUNCTION_GROUPS) as FunctionGroup[]).map((group) => {
        const entries = shown.filter((entry) => entry.group === group);
        return (
          entries.length > 0 && (
            <Group key={group} title={FUNCTION_GROUPS[group]}>
              {entries.map((entry) => (
                <FunctionCard key={entry.name} entry={entry} figure={figures[entry.name]} now={now} />
              ))}
            </Group>
          )
        );
      })}
      {shown.length === 0 && (
        <Text as="p" tone="subdued">
          No page is called that.
        </Text>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <Text as="h2" variant="headingSm" id={id}>
        {title}
      </Text>
      <div className={styles.cards}>{children}</div>
    </section>
  );
}

/** Whether a name or description has all words of a query. */
function matches({ menuName, description }: FunctionEntry, query: string): boolean {
  const text = `${menuName} ${description}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
