import { useSearchParams } from "@remix-run/react";
import { Banner, BlockStack, Box, Button, Card, Checkbox, InlineStack, Page, Text } from "@shopify/polaris";
import { useMemo, useState } from "react";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { FileChoice } from "~/ui/import/FileChoice";
import { Steps } from "~/ui/import/Steps";
import { loadWorkbook } from "~/ui/load-script";
import { saveFile } from "~/ui/save-file";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import { type ImportField, type ImportKind, listUrl } from "../import-kind";
import type { ImportRun } from "../schemas";
import { CreateAgainBanner } from "./CreateAgainBanner";
import styles from "./ImportBeginPage.module.css";
import { RecentImports } from "./RecentImports";
import { IMPORT_STEPS } from "./useCheck";
import { useOpenImport } from "./useOpenImport";

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
  const noticeFailure = useSpreadsheetFailure();
  const defaults = { ...ticks.defaults, ...useGiven(kind) };
  const { create, unanswered, isCreating, refused } = useOpenImport(kind, defaults);
  const missing = kind.given && !defaults[kind.given.name] ? kind.given.label.toLowerCase() : null;
  return (
    <Page title={`Import ${kind.noun.many}`} backAction={{ content: title, url: listUrl(kind, defaults) }}>
      <BlockStack gap="400">
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <Steps steps={IMPORT_STEPS} current={0} />
        </Box>
        <Card>
          <BlockStack gap="300">
            {missing ? (
              <Banner
                tone="info"
                action={{ content: `Choose the ${missing}`, url: kind.path }}
              >{`Which ${missing} is the file for? Open it, and choose the file there.`}</Banner>
            ) : (
              <FileChoice
                expected={expected}
                busy={isCreating}
                problem={refused?.fieldErrors?.rowCount}
                onRead={create}
              />
            )}
            {unanswered && <CreateAgainBanner {...unanswered} />}
            {ticks.fields.map(({ name, label }) => (
              <Checkbox
                key={name}
                label={label}
                helpText="Applies to all rows of the file without their own value."
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
                Columns that can be imported
              </Text>
              <Button onClick={() => noticeFailure(saveSample(kind))}>Download a sample file</Button>
            </InlineStack>
            <Text as="p">
              Columns can be in any order and have any name. You match them in the next step. Nothing is
              written before you have seen what would change.
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

/** The checkboxes beside the file upload, here or on the page before, which puts them into the address. */
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

/** The values for all rows, from the page's address. */
function useGiven({ given }: ImportKind): Record<string, string> {
  const [search] = useSearchParams();
  const value = given && search.get(given.name);
  return given && value ? { [given.name]: value } : {};
}

/** A value that each kind of field takes. */
const EXAMPLES: Record<ImportField["kind"], string> = {
  email: "ann.lee@example.com",
  date: "09/01/2026",
  digits: "9500",
  money: "12.50",
  consent: "Yes",
  text: "",
  tags: "",
  choice: "",
};

const exampleOf = ({ kind, choices }: ImportField) => choices?.[0] ?? EXAMPLES[kind];

/** Gives the person a file with the headings of everything that can be imported, and one row that shows how values are written. */
async function saveSample(kind: ImportKind): Promise<void> {
  const { toXlsx } = await loadWorkbook();
  const sheet = {
    name: `Sample ${kind.noun.many}`,
    columns: kind.fields.map(({ label }) => ({ title: label, width: Math.max(14, label.length + 2) })),
    rows: [kind.fields.map(exampleOf)],
  };
  saveFile(`Sample_${kind.id}.xlsx`, toXlsx(sheet), XLSX);
}
