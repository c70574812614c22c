import { Badge, BlockStack, Button, Card, InlineStack, Link, Text } from "@shopify/polaris";
import { Suspense, useEffect, useRef, useState } from "react";
import { pluralize } from "~/platform/text/pluralize";
import { lazyPart } from "~/ui/lazy-part";
import { NewestRowsNote } from "~/ui/list/ListHints";
import { FilterChips } from "~/ui/list/ListLines";
import { Moment } from "~/ui/Moment";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import type { ImportForm } from "../import-form";
import { MAX_SHOWN_IMPORTS, MAX_SHOWN_WAITING } from "../limits";
import { importCall } from "../pages";
import type { Import, RunState } from "../schemas";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

type Tone = "info" | "success" | "attention" | "critical" | undefined;

const STATES: Record<RunState, { label: string; tone: Tone }> = {
  reading: { label: "Not complete", tone: "attention" },
  ready: { label: "Not started", tone: "attention" },
  running: { label: "Running", tone: "info" },
  done: { label: "Done", tone: "success" },
  cancelled: { label: "Stopped", tone: "attention" },
  failed: { label: "Failed", tone: "critical" },
  undoing: { label: "Undoing", tone: "info" },
  undone: { label: "Undone", tone: undefined },
};

interface RecentImportsProps {
  form: ImportForm;
  runs: readonly Import[];
  /** Only those that wait for the reader. */
  isWaiting?: boolean;
}

const WAITING = [
  { label: "Waiting for", value: "someone who didn't prepare the file", without: { part: null } },
];

/** The latest imports of a form, with their states, links to them, and undo. */
export function RecentImports({ form, runs, isWaiting = false }: RecentImportsProps) {
  useListRefresh(form.list);
  const [undoing, setUndoing] = useState<Import | null>(null);
  const { run: undo, isBusy, answer } = useCall();
  const confirmed = useRef<Import | null>(null);
  useEffect(() => {
    // Another question may have been opened since.
    if (!isBusy && answer) setUndoing((open) => (open === confirmed.current ? null : open));
  }, [answer, isBusy]);

  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Earlier imports
        </Text>
        {isWaiting && <FilterChips filters={WAITING} />}
        {runs.length === 0 && (
          <Text as="p" tone="subdued">
            {isWaiting ? "No file waits any longer." : `No ${form.noun.many} have been imported yet.`}
          </Text>
        )}
        {runs.map((run) => (
          <InlineStack key={run.id} align="space-between" blockAlign="center" gap="200">
            <BlockStack>
              <InlineStack align="start" gap="200" blockAlign="center">
                <Link url={`${form.path}/import/${run.id}`}>{run.fileName}</Link>
                <RunBadge run={run} />
              </InlineStack>
              <Text as="span" tone="subdued">
                {pluralize(run.rowCount, "row")} · {run.startedBy.name}, <Moment at={run.createdAt} time />
              </Text>
            </BlockStack>
            {run.canUndo && (
              <Button
                accessibilityLabel={`Undo the import of ${run.fileName}`}
                onClick={() => setUndoing(run)}
              >
                Undo
              </Button>
            )}
          </InlineStack>
        ))}
        <NewestRowsNote
          count={runs.length}
          max={isWaiting ? MAX_SHOWN_WAITING : MAX_SHOWN_IMPORTS}
          noun="imports"
        />
      </BlockStack>
      {undoing && (
        <Suspense>
          <ConfirmModal
            title={`Undo the import of ${undoing.fileName}?`}
            confirmLabel="Undo the import"
            destructive
            busy={isBusy}
            onConfirm={() => {
              confirmed.current = undoing;
              undo(importCall("imports.undo", { id: undoing.id }));
            }}
            onClose={() => setUndoing(null)}
          >
            {UNDO_EXPLAINED}
          </ConfirmModal>
        </Suspense>
      )}
    </Card>
  );
}

function RunBadge({ run }: { run: Import }) {
  const { label, tone } = badgeOf(run);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Where an import is. One with failed rows never looks like a success, and one with rows that weren't undone never like none. */
function badgeOf({ state, written, failed, undone, notUndone }: Import): { label: string; tone: Tone } {
  if (state === "done" && failed > 0)
    return written > 0 ? { label: "Partly failed", tone: "attention" } : STATES.failed;
  if (state === "undone" && notUndone > 0)
    return { label: undone > 0 ? "Partly undone" : "Not undone", tone: "attention" };
  return STATES[state];
}

/** What undoing does, before it is done. */
export const UNDO_EXPLAINED =
  "Everything that the import wrote is restored to what it was before. Rows that were changed since are skipped, and the job lists them.";
