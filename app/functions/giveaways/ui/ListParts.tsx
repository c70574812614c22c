import { type BadgeProps, Banner, Button } from "@shopify/polaris";
import type { ReactNode } from "react";
import { useCall } from "~/ui/useCall";
import { useNotices } from "~/ui/useNotices";
import type { Place } from "../draw/list.server";
import type { ListedEntrant } from "../entrants/list.server";
import type { EntrantState, PlaceState } from "../entrants/states";
import { giveawayCall } from "../function";
import type { Giveaway } from "../list.server";
import { GIVEAWAY_TAB_LABELS, GIVEAWAY_TABS } from "../messages";
import styles from "./rows.module.css";

/** The buttons of a row. */
export const RowButtons = ({ children }: { children: ReactNode }) => (
  <div className={styles.buttons}>{children}</div>
);

/** Copies a giveaway's registration link, or shows it when the browser denies clipboard access. */
export function CopyLinkButton({ link, of }: { link: string; of: string }) {
  const { show } = useNotices();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      show({ level: "success", text: `Link of ${of} copied.` });
    } catch {
      show({
        level: "info",
        text: `Your browser doesn't allow copying from this page. The link of ${of} is ${link}`,
      });
    }
  };
  return (
    <Button size="slim" variant="tertiary" accessibilityLabel={`Copy link of ${of}`} onClick={copy}>
      Copy link
    </Button>
  );
}

/** Says that a giveaway was deleted, and restores it. Its pages are reached from the Activity page then. */
export function DeletedBanner({
  giveaway: { id, isDeleted },
}: {
  giveaway: Pick<Giveaway, "id" | "isDeleted">;
}) {
  const restoring = useCall();
  if (!isDeleted) return null;
  return (
    <Banner
      tone="warning"
      title="This giveaway was deleted"
      action={{
        content: "Restore",
        loading: restoring.isBusy,
        onAction: () => restoring.run(giveawayCall("giveaways.restore", { id }), "/giveaways"),
      }}
    >
      Its registration page is closed, and nothing can be drawn until it is restored.
    </Banner>
  );
}

type Tone = BadgeProps["tone"];

/** The colors of the states of entrants, and of drawn entrants. */
export const ENTRANT_TONES: Record<EntrantState, Tone> = {
  registered: undefined,
  disqualified: "warning",
  withdrawn: undefined,
  erased: undefined,
};

export const PLACE_TONES: Record<PlaceState, Tone> = {
  winner: "success",
  alternate: "info",
  declined: undefined,
  disqualified: "warning",
};

/** The tabs above the list and above the report. */
export const TABS = GIVEAWAY_TABS.map((id) => ({ id, label: GIVEAWAY_TAB_LABELS[id] }));

export const TITLE = "Giveaways";

/** A giveaway as a list row, whose ids are strings. */
export type GiveawayRow = Omit<Giveaway, "id"> & { id: string };

/** An entrant as a list row. */
export type EntrantRow = ListedEntrant & { id: string };

/** A drawn entrant as a list row. */
export type PlaceRow = Place & { id: string };
