import { useSearchParams } from "@remix-run/react";
import { Banner, BlockStack, Box, Button, Card, Checkbox, InlineStack, Page, Text } from "@shopify/polaris";
import { useMemo, useState } from "react";
import { XLSX } from "~/platform/sheets/spreadsheet";
import { FileChoice } from "~/ui/import/FileChoice";
import { Steps } from "~/ui/import/Steps";
import { loadWorkbook } from "~/ui/load-script";
import { saveFile } from "~/ui/save-file";
import { useSpreadsheetFailure } from "~/ui/useSpreadsheetFailure";
import { type ImportForm, listUrl } from "../import-form";
import { sampleSheet } from "../row-sheets";
import type { Import } from "../schemas";
import { CreateAgainBanner } from "./CreateAgainBanner";
import styles from "./ImportBeginPage.module.css";
import { RecentImports } from "./RecentImports";
import { IMPORT_STEPS } from "./useCheck";
import { useOpenImport } from "./useOpenImport";

/** The page on which an import begins: the file, what it may hold, and the imports before it. */
export function ImportBeginPage({
  form,
  title,
  runs,
  isWaiting = false,
  offered = [],
}: {
  form: ImportForm;
  title: string;
  runs: Import[];
  /** `runs` are only those that wait for the reader. Then they are what the page was opened for. */
  isWaiting?: boolean;
  /** Names of the fields that this shop may tick for all rows. */
  offered?: readonly string[];
}) {
  const ticks = useTicks(form, offered);
  const expected = useMemo(
    () => form.fields.flatMap(({ name, label, synonyms }) => [name, label, ...synonyms]),
    [form],
  );
  const noticeFailure = useSpreadsheetFailure();
  const defaults = { ...ticks.defaults, ...useGiven(form) };
  const { create, unanswered, isCreating, refused } = useOpenImport(form, defaults);
  const missing = form.given && !defaults[form.given.name] ? form.given.label.toLowerCase() : null;
  return (
    <Page title={`Import ${form.noun.many}`} backAction={{ content: title, url: listUrl(form, defaults) }}>
      <BlockStack gap="400">
        <Box paddingInline={{ xs: "400", sm: "0" }}>
          <Steps steps={IMPORT_STEPS} current={0} />
        </Box>
        {isWaiting && <RecentImports form={form} runs={runs} isWaiting />}
        <Card>
          <BlockStack gap="300">
            {missing ? (
              <Banner
                tone="info"
                action={{ content: `Choose the ${missing}`, url: form.path }}
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
              <Button onClick={() => noticeFailure(saveSample(form))}>Download a sample file</Button>
            </InlineStack>
            <Text as="p">
              Columns can be in any order and have any name. You match them in the next step. Nothing is
              written before you have seen what would change.
            </Text>
            <ul className={styles.fields}>
              {form.fields.map(({ name, label, isRequired, help }) => (
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
        {!isWaiting && <RecentImports form={form} runs={runs} />}
      </BlockStack>
    </Page>
  );
}

/** The checkboxes beside the file upload, here or on the page before, which puts them into the address. */
function useTicks(form: ImportForm, offered: readonly string[]) {
  const [search] = useSearchParams();
  const fields = form.fields.filter(({ name, forAll }) => forAll && offered.includes(name));
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
function useGiven({ given }: ImportForm): Record<string, string> {
  const [search] = useSearchParams();
  const value = given && search.get(given.name);
  return given && value ? { [given.name]: value } : {};
}

/** Gives the person a file with the headings of everything that can be imported, and one row that shows how values are written. */
async function saveSample(form: ImportForm): Promise<void> {
  const { toXlsx } = await loadWorkbook();
  saveFile(`Sample_${form.id}.xlsx`, toXlsx(sampleSheet(form)), XLSX);
}
