import { Badge, BlockStack, Button, DescriptionList, InlineStack } from "@shopify/polaris";
import { Suspense, useEffect, useState } from "react";
import { AnnotatedCard } from "~/ui/form/CardForm";
import { lazyPart } from "~/ui/lazy-part";
import { Moment, TimeAgo } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { useCall } from "~/ui/useCall";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

/** A mirror and its state. Instants are ISO 8601. */
export interface MirrorState {
  name: string;
  /** What many of its rows are called, in lower case. */
  plural: string;
  heardAt: string | null;
  rebuiltAt: string | null;
  rebuilding: boolean;
  rows: number | null;
}

/** A mirror's freshness, with a button to rebuild it. */
export function MirrorCard({ mirror, now }: { mirror: MirrorState; now: string }) {
  const { name, plural } = mirror;
  const { run, isBusy, answer } = useCall();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (answer) setAsking(false);
  }, [answer]);

  return (
    <AnnotatedCard
      title={`Mirror of the ${plural}`}
      about={`Lists and searches read a copy of the store's ${plural}, which is updated automatically. Rebuild it if one is missing.`}
    >
      <BlockStack gap="300">
        <DescriptionList
          gap="tight"
          items={[
            {
              term: "Last change from the store",
              description: mirror.heardAt ? <TimeAgo at={mirror.heardAt} now={now} /> : "Not yet",
            },
            {
              term: "Rebuilt",
              description: mirror.rebuiltAt ? <Moment at={mirror.rebuiltAt} time /> : "Never",
            },
            {
              // Counted by the rebuild only: a count at each reading would cost a pass over a large mirror.
              term: `${plural.charAt(0).toUpperCase()}${plural.slice(1)} when rebuilt`,
              description: mirror.rows === null ? "Not counted yet" : formatCount(mirror.rows),
            },
          ]}
        />
        <InlineStack gap="300" blockAlign="center">
          <Button disabled={mirror.rebuilding} onClick={() => setAsking(true)}>
            {`Rebuild ${plural}`}
          </Button>
          {mirror.rebuilding && <Badge tone="attention">Rebuilding</Badge>}
        </InlineStack>
      </BlockStack>
      {isAsking && (
        <Suspense>
          <ConfirmModal
            title={`Rebuild the mirror of the ${plural}?`}
            confirmLabel={`Rebuild ${plural}`}
            busy={isBusy}
            onConfirm={() => run({ call: `${name}.rebuildMirror`, input: {} })}
            onClose={() => setAsking(false)}
          >
            All {plural} are read from the store again. You can keep using lists. With many {plural} it takes
            some minutes.
          </ConfirmModal>
        </Suspense>
      )}
    </AnnotatedCard>
  );
}
