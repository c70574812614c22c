import { Card, Text } from "@shopify/polaris";
import type { FunctionEntry } from "~/core/function-entry";
import { EmptyState } from "~/ui/EmptyState";
import { TimeAgo } from "~/ui/Moment";
import { PageLink } from "~/ui/PageLink";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import type { Figure } from "../figures.server";
import styles from "./FunctionCard.module.css";

interface FunctionCardProps {
  entry: FunctionEntry;
  /** Undefined: the function has no live figure. */
  figure?: Figure;
  /** The server's clock when it answered, ISO 8601. */
  now: string;
}

/** A function's name, description and figure. The whole card is a link. */
export function FunctionCard({ entry, figure, now }: FunctionCardProps) {
  useListRefresh(entry.figureList ?? entry.name);
  return (
    <div className={styles.card}>
      <Text as="h3" variant="headingMd">
        <PageLink to={entry.path} className={styles.link}>
          {entry.menuName}
        </PageLink>
      </Text>
      <Text as="p" tone="subdued">
        {entry.description}
      </Text>
      {figure && (
        <p className={styles.figure}>
          <FigureText figure={figure} now={now} />
        </p>
      )}
    </div>
  );
}

function FigureText({ figure, now }: { figure: Figure; now: string }) {
  if ("unavailable" in figure) {
    return (
      <span title={figure.unavailable} role="img" aria-label={figure.unavailable}>
        —
      </span>
    );
  }
  return (
    <>
      <strong>{figure.text}</strong>
      {figure.asOf && (
        <span className={styles.fresh}>
          {" "}
          · as of <TimeAgo at={figure.asOf} now={now} />
        </span>
      )}
    </>
  );
}

/** The home page of an administrator without access to any function. */
export function NothingToOpen() {
  return (
    <Card>
      <EmptyState
        heading="There is nothing for you to open yet"
        action={{ content: "Check again", url: "/" }}
      >
        Ask the account owner to grant you functions on the Access page. They appear here immediately.
      </EmptyState>
    </Card>
  );
}
