import { Banner, BlockStack, Box, Card, Page } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { EmptyState } from "~/ui/EmptyState";
import { heldSheet, letGo } from "~/ui/import/held-sheet";
import { Steps } from "~/ui/import/Steps";
import { useHydrated } from "~/ui/useHydrated";
import { beginUrl, type ImportForm } from "../import-form";
import type { OpenedImport } from "../pages";
import type { Import } from "../schemas";
import { ImportOutcome } from "./ImportOutcome";
import { ImportPreview } from "./ImportPreview";
import type { ImportPageData, MissingImportData } from "./import-page-data";
import { MatchColumns } from "./MatchColumns";
import { IMPORT_STEPS } from "./useCheck";

/** One import at its current step, also after the person returns to it. */
export function ImportPage({ form, ...data }: ImportPageData & { form: ImportForm }) {
  const { run, rows } = data;
  // The server and hydration have no file.
  const openSheet = useHydrated() ? heldSheet<OpenedImport>(run.id) : null;
  const [isMatchingAgain, setMatchingAgain] = useState(false);
  useArrival(isMatchingAgain ? "matching" : run.state);
  const isStarted = run.state !== "reading" && run.state !== "ready";
  useEffect(() => {
    if (isStarted) letGo(run.id);
  }, [isStarted, run.id]);
  const isMatching = run.state === "reading" || (run.state === "ready" && isMatchingAgain);

  if (run.state === "ready" && rows && !isMatchingAgain) {
    const onMatchAgain = openSheet ? () => setMatchingAgain(true) : undefined;
    const fileRemarks = openSheet?.sheet.text?.remarks ?? [];
    return (
      <ImportPreview
        form={form}
        {...data}
        rows={rows}
        onMatchAgain={onMatchAgain}
        fileRemarks={fileRemarks}
      />
    );
  }
  return (
    <Page
      title={`Import ${run.fileName}`}
      backAction={{ content: `Import ${form.noun.many}`, url: beginUrl(form, run.defaults) }}
    >
      <BlockStack gap="400">
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <Steps steps={IMPORT_STEPS} current={isMatching ? 1 : 3} />
        </Box>
        {isMatching && openSheet && (
          <MatchColumns form={form} run={run} held={openSheet} onChecked={() => setMatchingAgain(false)} />
        )}
        {isMatching && !openSheet && <FileIsGone form={form} run={run} />}
        {!isMatching && <ImportOutcome form={form} run={run} job={data.job} />}
      </BlockStack>
    </Page>
  );
}

/** In the place of an import that isn't there, such as one that a colleague discarded. */
export function MissingImport({ form, problem }: MissingImportData & { form: ImportForm }) {
  const url = beginUrl(form, {});
  return (
    <Page title="Import" backAction={{ content: `Import ${form.noun.many}`, url }}>
      <Card>
        <EmptyState heading="This import no longer exists" action={{ content: "Show recent imports", url }}>
          {problem}
        </EmptyState>
      </Card>
    </Page>
  );
}

/** A new step begins at its top: for the eye, the keyboard and the screen reader. */
function useArrival(step: string): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    window.scrollTo(0, 0);
    const heading = document.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }, [step]);
}

/** Shown when the page was reloaded before all rows were sent. The rows were only in the browser. */
function FileIsGone({ form, run }: { form: ImportForm; run: Import }) {
  if (!useHydrated()) return null;
  return (
    <Card>
      <Banner
        tone="warning"
        title="The file is no longer open"
        action={{ content: "Choose the file again", url: beginUrl(form, run.defaults) }}
      >
        {`Not all rows of ${run.fileName} were sent before the page was closed or reloaded. Choose the file again. Its columns are still matched.`}
      </Banner>
    </Card>
  );
}
