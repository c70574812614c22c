import { useSubmit } from "@remix-run/react";
import { Badge, Banner, BlockStack, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import type { ListDeclaration, ListResult } from "~/platform/list";
import { cleanIdentifier } from "~/platform/text/identifier";
import { pluralize } from "~/platform/text/pluralize";
import { useFrame } from "~/ui/frame";
import { Steps } from "~/ui/import/Steps";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { AS_JSON, postedCall, useCall } from "~/ui/useCall";
import { beginUrl, type ImportForm } from "../import-form";
import { importRowsList } from "../list";
import { effectText } from "../messages";
import { importCall } from "../pages";
import type { Import, ImportRow } from "../schemas";
import { CorrectionsProvider, useCorrections } from "./corrections";
import {
  type ImportPageData,
  PREVIEW_TABS,
  type PreviewTab,
  TAB_LABELS,
  VERDICT_BADGES,
} from "./import-page-data";
import { RowDetails } from "./RowDetails";
import { IMPORT_STEPS } from "./useCheck";
import { useRefusedRows } from "./useOpenImport";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface ImportPreviewProps extends ImportPageData {
  form: ImportForm;
  rows: ListResult<ImportRow>;
  /** Returns to the columns. Missing when the file is no longer open in this browser. */
  onMatchAgain?: () => void;
  /** What isn't certain about the reading of the file, while it is open in this browser. */
  fileRemarks: readonly string[];
}

/** What would happen with each row, before anything is written. */
export const ImportPreview = (props: ImportPreviewProps) => (
  <CorrectionsProvider id={props.run.id}>
    <Preview {...props} />
  </CorrectionsProvider>
);

function Preview({ form, run, tab, state, rows, onMatchAgain, fileRemarks }: ImportPreviewProps) {
  const corrections = useCorrections();
  const starting = useCall();
  const refused = useRefusedRows(run.id);
  const count = (name: PreviewTab) =>
    name === "all" ? run.rowCount : name === "look" ? run.worthALook : (run.counts?.[name] ?? 0);
  const written = count("create") + count("change");
  const leftOut = count("refused") + count("duplicate");
  // Another administrator may import or discard the file.
  useListRefresh(form.list);
  const submit = useSubmit();
  // To the first page, because a discarded import no longer has a page.
  const discard = () =>
    submit(postedCall(importCall("imports.discard", { id: run.id }), crypto.randomUUID()), {
      ...AS_JSON,
      action: `${form.path}/import`,
    });
  const [isAsking, setAsking] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const { administrator } = useFrame();
  const sender = run.startedBy.id === administrator.id ? "You" : run.startedBy.name;
  const start = (isConfirmed: boolean) => {
    setAsking(false);
    starting.run(importCall("imports.start", { id: run.id, isConfirmed }));
  };

  return (
    <ListPage
      title={`Import ${run.fileName}`}
      backAction={{ content: `Import ${form.noun.many}`, url: beginUrl(form, run.defaults) }}
      list={listOf(form)}
      state={state}
      result={{ ...rows, total: { count: count(tab), exact: true } }}
      plural="rows"
      appliesAtOnce
      tabs={PREVIEW_TABS.map((id) => ({ id, label: TAB_LABELS[id], count: count(id) }))}
      selectedTab={tab}
      rowLabel={(row) => `row ${row.number}`}
      emptyHint="No row of the file has this result."
      cells={{
        number: (row) => row.number,
        who: (row) => whoIn(row, run, form),
        verdict: (row) => (
          <Badge tone={VERDICT_BADGES[row.verdict].tone}>{VERDICT_BADGES[row.verdict].label}</Badge>
        ),
        details: (row) => <RowDetails row={row} run={run} form={form} />,
      }}
      primaryAction={
        // Nothing is imported while what was typed isn't.
        corrections.count > 0
          ? {
              content: `Save ${pluralize(corrections.count, "corrected cell")}`,
              loading: corrections.isBusy,
              onAction: () => corrections.save(),
            }
          : {
              content: `Import ${pluralize(written, "row")}`,
              disabled: written === 0 || run.problem !== null,
              loading: starting.isBusy,
              onAction: () => (run.question ? setAsking(true) : start(false)),
            }
      }
      pageActions={[
        {
          content: "Match columns again",
          disabled: !onMatchAgain || corrections.count > 0,
          onAction: onMatchAgain,
        },
        {
          content: "Download refused rows",
          disabled: leftOut === 0,
          loading: refused.isBusy,
          onAction: refused.save,
        },
        { content: "Discard", destructive: true, onAction: () => setDiscarding(true) },
      ]}
    >
      <BlockStack gap="200">
        <Steps steps={IMPORT_STEPS} current={2} />
        {run.problem && (
          <Banner tone="critical" title="Data validation">
            {run.problem}
          </Banner>
        )}
        {run.question && <Banner tone="warning">{run.question}</Banner>}
        {run.warning && <Banner tone="warning">{run.warning}</Banner>}
        {fileRemarks.length > 0 && <Banner tone="warning">{fileRemarks.join(" ")}</Banner>}
        <Text as="p">{effectText(run, form)}</Text>
        {run.summary.map((sentence) => (
          <Text as="p" key={sentence}>
            {sentence}
          </Text>
        ))}
        <Text as="p" tone="subdued">
          {run.checkedAgainst === "store"
            ? "Compared with the store itself."
            : "Compared with Backroom's records. Each row is compared again when it is written."}
        </Text>
      </BlockStack>
      {isAsking && (
        <Suspense>
          <ConfirmModal
            title={`Import ${run.fileName} anyway?`}
            confirmLabel="Import anyway"
            onConfirm={() => start(true)}
            onClose={() => setAsking(false)}
          >
            {run.question}
          </ConfirmModal>
        </Suspense>
      )}
      {isDiscarding && (
        <Suspense>
          <ConfirmModal
            title={`Discard ${run.fileName}?`}
            confirmLabel="Discard"
            destructive
            onConfirm={() => {
              setDiscarding(false);
              discard();
            }}
            onClose={() => setDiscarding(false)}
          >
            {`${sender} sent this file. Its checked rows and their corrections are deleted, and nothing is imported. To import it, it must be sent again.`}
          </ConfirmModal>
        </Suspense>
      )}
    </ListPage>
  );
}

/** Rows that an email address doesn't identify are named by the field that does. */
function listOf({ fields, duplicates }: ImportForm): ListDeclaration {
  const field = fields.find(({ name }) => name === duplicates.by);
  if (!field || field.kind === "email") return importRowsList;
  const columns = importRowsList.columns.map((column) =>
    column.key === "who" ? { ...column, title: field.label } : column,
  );
  return { ...importRowsList, columns };
}

/** The cell in the column that identifies rows, as the import reads it. */
function whoIn(row: ImportRow, run: Import, form: ImportForm): string {
  const column = run.mapping?.indexOf(form.duplicates.by) ?? -1;
  return cleanIdentifier(row.cells[column] ?? "") || `Row ${row.number}`;
}
