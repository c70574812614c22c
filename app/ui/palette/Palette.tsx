import { useNavigate } from "@remix-run/react";
import { BlockStack, Modal, Text, TextField } from "@shopify/polaris";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from "react";
import { Dialog } from "../Dialog";
import { type MenuPage, useFrame } from "../frame";
import { isComposing } from "../is-composing";
import { useLoad } from "../useLoad";
import styles from "./Palette.module.css";

/** What is found, by kind. */
interface Group {
  name: string;
  rows: readonly Row[];
}

interface Row {
  title: string;
  detail: string | null;
  address: string;
}

/** The answer of the palette's route. */
export interface PaletteAnswer {
  /** The text that was looked for. */
  text: string;
  groups: readonly Group[];
}

/** How long the palette waits for more letters. */
const WAIT_MS = 150;
const MAX_LENGTH = 100;

/** Finds pages and records, and opens them. Arrow keys choose, Enter opens. */
export default function Palette({ onClose }: { onClose(): void }) {
  const id = useId();
  const navigate = useNavigate();
  const { menu = [] } = useFrame();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  /** Enter waits for the records of the whole text. */
  const [isEntered, setEntered] = useState(false);
  const { data, load } = useLoad<PaletteAnswer>();
  const wanted = text.trim();
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => load(`/palette?${new URLSearchParams({ text: wanted })}`), WAIT_MS);
    return () => clearTimeout(timer);
  }, [wanted, load]);

  const isCurrent = data?.text === wanted;
  // Records of an earlier text stay until those of this one are there, so that the list doesn't jump.
  const found = useDeferredValue(wanted ? (data?.groups ?? []) : []);
  const groups = withActions(menu, wanted, [pagesOf(menu, wanted), ...found]);
  const rows = groups.flatMap((group) => group.rows);
  const active = Math.min(chosen, rows.length - 1);
  const activeRow = rows[active];
  const isComplete = isCurrent && found === data.groups;

  const open = (row: Row | undefined) => {
    if (!row) return;
    onClose();
    navigate(row.address);
  };
  const isOfEarlierText = (row: Row) => !isComplete && found.some((group) => group.rows.includes(row));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (activeRow && !isOfEarlierText(activeRow)) open(activeRow);
      else setEntered(true);
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setEntered(false);
    const step = event.key === "ArrowDown" ? 1 : -1;
    setChosen(rows.length === 0 ? 0 : (active + step + rows.length) % rows.length);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once what Enter waits for is there
  useEffect(() => {
    if (isEntered && isComplete) open(activeRow);
  }, [isEntered, isComplete]);
  const optionId = (index: number) => `${id}-${index}`;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  let index = -1;
  return (
    <Dialog asksNothing title="Search" onClose={onClose}>
      <Modal.Section>
        <BlockStack gap="200">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field in it */}
          <div onKeyDown={onKeyDown}>
            <TextField
              label="Page, action, customer, order, SKU, code, submission, event or job"
              autoComplete="off"
              autoFocus
              maxLength={MAX_LENGTH}
              value={text}
              onChange={(value) => {
                setText(value);
                setChosen(0);
                setEntered(false);
              }}
              role="combobox"
              ariaExpanded={rows.length > 0}
              ariaControls={`${id}-results`}
              ariaAutocomplete="list"
              ariaActiveDescendant={rows.length > 0 ? optionId(active) : undefined}
            />
          </div>
          <div id={`${id}-results`} role="listbox" aria-label="Results" className={styles.results}>
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options
              <div key={group.name} role="group" aria-label={group.name}>
                <div className={styles.group} aria-hidden>
                  {group.name}
                </div>
                {group.rows.map((row) => {
                  index += 1;
                  const place = index;
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
                    <div
                      key={row.address + row.title}
                      id={optionId(place)}
                      role="option"
                      tabIndex={-1}
                      aria-selected={place === active}
                      className={styles.option}
                      onClick={() => open(row)}
                      onPointerMove={() => setChosen(place)}
                    >
                      <span className={styles.title}>{row.title}</span>
                      {row.detail && <span className={styles.detail}>{row.detail}</span>}
                    </div>
                  );
                })}
              </div>
            ))}
          </div>
          <Text as="p" tone="subdued">
            <span role="status">{statusOf(wanted, rows.length, isCurrent)}</span>
          </Text>
        </BlockStack>
      </Modal.Section>
    </Dialog>
  );
}

function statusOf(text: string, count: number, isCurrent: boolean): string {
  if (!text) return "";
  if (!isCurrent) return "Searching …";
  return count === 0 ? `Nothing matches "${text}".` : "";
}

const HOME: MenuPage = { path: "/", menuName: "Home", description: "What needs you, and all pages" };

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether some texts together have all words. */
const haveAll = (words: readonly string[], ...texts: readonly (string | undefined)[]): boolean => {
  const whole = texts.join(" ").toLowerCase();
  return words.every((word) => whole.includes(word));
};

const PAGES = "Pages";
/** The group of actions. Those on records are in it, too. */
const ACTIONS = "Actions";

/**
 * The groups with the actions of the menu's pages whose titles have all words of a text. They are above the pages for a text that begins
 * as one of them does.
 */
function withActions(menu: readonly MenuPage[], text: string, groups: readonly Group[]): Group[] {
  const words = wordsOf(text);
  const rows = menu.flatMap(({ menuName, actions = [] }) =>
    actions.flatMap(({ path, title }) =>
      words.length > 0 && haveAll(words, title) ? [{ title, detail: menuName, address: path }] : [],
    ),
  );
  const shown = groups.filter((group) => group.rows.length > 0);
  if (rows.length === 0) return shown;
  const isActions = ({ name }: Group) => name === ACTIONS;
  const actions = { name: ACTIONS, rows: [...rows, ...(shown.find(isActions)?.rows ?? [])] };
  const isBegun = rows.some(({ title }) => title.toLowerCase().startsWith(words[0] ?? ""));
  const place = isBegun || shown[0]?.name !== PAGES ? 0 : 1;
  return shown.filter((group) => !isActions(group)).toSpliced(place, 0, actions);
}

/**
 * The pages whose names or description have all words of a text: those with the words in their names first. Without a text, all pages of
 * the menu.
 */
function pagesOf(menu: readonly MenuPage[], text: string): Group {
  const words = wordsOf(text);
  const hasAll = (...texts: readonly (string | undefined)[]) => haveAll(words, ...texts);
  const named: Row[] = [];
  const described: Row[] = [];
  for (const { path, menuName, title, description, further = [] } of [HOME, ...menu]) {
    const row = { title: menuName, detail: title ?? null, address: path };
    if (hasAll(menuName, title)) named.push(row);
    else if (hasAll(menuName, title, description)) described.push({ ...row, detail: description });
    if (words.length === 0) continue;
    for (const page of further)
      if (hasAll(page.title, menuName, title))
        named.push({ title: page.title, detail: menuName, address: page.path });
  }
  return { name: PAGES, rows: [...named, ...described] };
}
