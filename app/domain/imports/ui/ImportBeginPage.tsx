import { useFetcher, useNavigate, useSearchParams } from "@remix-run/react";
import { BlockStack, Box, Button, Card, Checkbox, InlineStack, Page, Text } from "@shopify/polaris";
import { useEffect, useMemo, useRef, useState } from "react";
import { FileChoice } from "~/ui/import/FileChoice";
import { holdSheet } from "~/ui/import/held-sheet";
import type { ReadSheet } from "~/ui/import/reader-messages";
import { Steps } from "~/ui/import/Steps";
import type { SheetReader } from "~/ui/import/sheet-reader";
import type { ImportRun } from "../contract";
import type { ImportKind } from "../kind";
import type { ImportAnswer } from "../wizard-form.server";
import styles from "./ImportBeginPage.module.css";
import { RecentImports } from "./RecentImports";
import { saveSample } from "./sample";
import { IMPORT_STEPS } from "./steps";

/** The page on which an import begins: the file, what it may hold, and the imports before it. */
export function ImportBeginPage({
  kind,
  title,
  runs,
  offered = [],
}: {
  kind: ImportKind;
  title: string;
  runs: ImportRun[];
  /** Names of the fields that this shop may tick for all rows. */
  offered?: readonly string[];
}) {
  const ticks = useTicks(kind, offered);
  const expected = useMemo(
    () => kind.fields.flatMap(({ name, label, synonyms }) => [name, label, ...synonyms]),
    [kind],
  );
  const { tell, isTelling, problem } = useOpenImport(kind, ticks.defaults);
  return (
    <Page title={`Import ${kind.noun.many}`} backAction={{ content: title, url: kind.path }}>
      <BlockStack gap="400">
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <Steps steps={IMPORT_STEPS} current={0} />
        </Box>
        <Card>
          <BlockStack gap="300">
            <FileChoice expected={expected} busy={isTelling} problem={problem} onRead={tell} />
            {ticks.fields.map(({ name, label }) => (
              <Checkbox
                key={name}
                label={label}
                helpText="Holds for all rows of the file that do not say otherwise."
                checked={ticks.defaults[name] === "1"}
                onChange={(isTicked) => ticks.change(name, isTicked)}
              />
            ))}
          </BlockStack>
        </Card>
        <Card>
          <BlockStack gap="300">
            <InlineStack align="space-between" blockAlign="center" gap="200">
              <Text as="h2" variant="headingMd">
                What the columns may be
              </Text>
              <Button onClick={() => void saveSample(kind)}>Download a sample file</Button>
            </InlineStack>
            <Text as="p">
              The columns may stand in any order, and be called as you like: you match them in the next step.
              Nothing is written before you have seen what would change.
            </Text>
            <ul className={styles.fields}>
              {kind.fields.map(({ name, label, isRequired, help }) => (
                <li key={name}>
                  <Text as="span" fontWeight="semibold">
                    {label}
                  </Text>
                  {isRequired && " (needed)"}
                  {help && <Text as="span" tone="subdued">{` – ${help}`}</Text>}
                </li>
              ))}
            </ul>
          </BlockStack>
        </Card>
        <RecentImports kind={kind} runs={runs} />
      </BlockStack>
    </Page>
  );
}

/** What is ticked beside the file upload, here or on the page before, whose address says it. */
function useTicks(kind: ImportKind, offered: readonly string[]) {
  const [search] = useSearchParams();
  const fields = kind.fields.filter(({ name, forAll }) => forAll && offered.includes(name));
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    fields.flatMap(({ name }) => (search.get(name) === "1" ? [name] : [])),
  );
  return {
    fields,
    defaults: Object.fromEntries(ticked.map((name) => [name, "1" as const])),
    change: (name: string, isTicked: boolean) =>
      setTicked((before) => [...before.filter((other) => other !== name), ...(isTicked ? [name] : [])]),
  };
}

/** Tells the server of a file that was read, and goes on to its page; the rows stay here until they are asked for. */
function useOpenImport(kind: ImportKind, defaults: Record<string, "1">) {
  const fetcher = useFetcher<ImportAnswer>();
  const navigate = useNavigate();
  const read = useRef<{ sheet: ReadSheet; reader: SheetReader } | null>(null);
  const [isRead, setRead] = useState(false);
  const { data, state } = fetcher;
  useEffect(() => {
    if (state !== "idle" || !data || !read.current) return;
    const { sheet, reader } = read.current;
    read.current = null;
    setRead(false);
    if (!data.opened) return reader.close();
    holdSheet(data.opened.run.id, { sheet, reader, opened: data.opened });
    navigate(`${kind.path}/import/${data.opened.run.id}`);
  }, [data, state, kind.path, navigate]);

  return {
    isTelling: isRead && state !== "idle",
    problem: state === "idle" ? data?.fieldErrors?.rowCount : undefined,
    tell(sheet: ReadSheet, reader: SheetReader) {
      read.current = { sheet, reader };
      setRead(true);
      const { fileName, sha256, columns, rows } = sheet;
      const file = {
        fileName: fileName.slice(-255),
        sha256,
        columns: columns.map(({ heading }) => heading),
        rowCount: rows,
        defaults,
      };
      const fields = { intent: "open", file: JSON.stringify(file), operationId: crypto.randomUUID() };
      fetcher.submit(fields, { method: "post" });
    },
  };
}
