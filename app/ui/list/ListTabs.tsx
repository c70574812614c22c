import { useLocation, useNavigation } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { formatCount } from "../numbers";
import { PageLink } from "../PageLink";
import styles from "./ListPage.module.css";
import type { ListTab } from "./types";
import { useTabInAddress } from "./useTabInAddress";

interface ListTabsProps {
  tabs: readonly ListTab[];
  selected: string;
  panelId: string;
  hrefOf(tab: ListTab): string;
}

/** A list's tabs. They are links, so a tab has an address (`tab`) and can be opened in a new window. */
export function ListTabs({ tabs, selected, panelId, hrefOf }: ListTabsProps) {
  const strip = useRef<HTMLDivElement>(null);
  const marked = usePendingTab(tabs) ?? selected;
  useTabInAddress(selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected
  useEffect(() => showSelected(strip.current), [marked]);
  return (
    <div ref={strip} role="tablist" className={styles.tabs} onKeyDown={handleTabKey}>
      {tabs.map((tab) => (
        <PageLink
          key={tab.id}
          role="tab"
          to={hrefOf(tab)}
          className={styles.tab}
          aria-selected={tab.id === marked}
          aria-controls={panelId}
          tabIndex={tab.id === marked ? 0 : -1}
        >
          {tab.label}
          {typeof tab.count === "number" && (
            <span className={styles.tabCount}>{`${formatCount(tab.count)}${tab.hasMore ? "+" : ""}`}</span>
          )}
        </PageLink>
      ))}
    </div>
  );
}

/** The tab that was clicked, while it is being loaded. */
function usePendingTab(tabs: readonly ListTab[]): string | undefined {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  if (next?.pathname !== pathname) return undefined;
  const id = new URLSearchParams(next.search).get("tab");
  return tabs.find((tab) => tab.id === id)?.id;
}

/** On a phone the tabs scroll. Not `scrollIntoView`, which scrolls the page, too. */
function showSelected(strip: HTMLElement | null): void {
  const tab = strip?.querySelector("[aria-selected=true]");
  if (!strip || !tab) return;
  const [outer, inner] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  strip.scrollLeft += inner.left + inner.width / 2 - (outer.left + outer.width / 2);
}

/**
 * Left, Right, Home and End move the focus along the tabs. Enter and Space open. Tabs don't open on focus, because opening loads a page.
 */
function handleTabKey(event: KeyboardEvent<HTMLDivElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const focused = tabs.indexOf(document.activeElement as HTMLElement);
  if (event.key === " ") tabs[focused]?.click();
  else {
    const next = { ArrowRight: focused + 1, ArrowLeft: focused - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    tabs.at(next % tabs.length)?.focus();
  }
  event.preventDefault();
}
