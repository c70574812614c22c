import { useNavigate } from "@remix-run/react";
import { Button, Select } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import { ExportButton } from "~/core/exports/ui/ExportButton";
import { FIRST_READING } from "~/domain/customers/kinds";
import type { CustomerList } from "~/domain/customers/list-row.server";
import { CardLink, PersonLink } from "~/domain/customers/ui/RecordPart";
import { EditProblem, useEditor } from "~/domain/customers/ui/useEditor";
import { type ListResult, type ListState, searchKind } from "~/platform/list";
import { ImportButton } from "~/ui/import/ImportButton";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { type Cells, chosenFilter, type SavedView } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { Tags } from "~/ui/Tags";
import { nationalCall } from "../function";
import type { NationalRow } from "../list.server";

const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

const NationalEditDialog = lazyPart(() => import("~/domain/customers/ui/NationalEditDialog"));

/** What the page's loader returns. */
interface NationalPageData {
  list: CustomerList["declaration"];
  state: ListState;
  /** The partner that the list is filtered by, or empty. */
  partner: string;
  result: ListResult<NationalRow>;
  partners: readonly { name: string; count: number }[];
  mirror: { heardAt: string | null; rebuiltAt: string | null };
  views: readonly SavedView[];
  /** The server's clock when it answered. */
  now: string;
}

const CELLS = {
  name: (row) => <PersonLink row={row} opens="card" />,
  tags: (row) => <Tags tags={row.tags} />,
  emailConsent: (row) => consentText(row.profile_email_policy_consent),
  privacyConsent: (row) => consentText(row.profile_privacy_policy_consent),
} satisfies Cells<NationalRow>;

/** The hint under "No Records Found". */
function emptyHint(narrowed: boolean, mirrorRebuiltAt: string | null): string {
  if (!mirrorRebuiltAt) return FIRST_READING;
  if (narrowed) return "No national partner matches. Clear the search, or choose all partners.";
  return "Customers appear here as soon as they have a tag with their partner, such as np:Northern.";
}

/** A consent as the list shows it. "1" means true. */
const consentText = (value: string): string => (value === "1" ? "Yes" : "No");

/** The National screen. */
export function NationalPage({
  list,
  state,
  partner,
  result,
  partners,
  mirror,
  views,
  now,
}: NationalPageData) {
  const editor = useEditor();
  const [shown, setShown] = useState<NationalRow | null>(null);
  const closeHistory = useCallback(() => setShown(null), []);

  return (
    <>
      <ListPage
        title="National"
        plural="national partners"
        list={list}
        state={state}
        result={result}
        rowLabel={(row) => row.displayName}
        cells={CELLS}
        rowActions={(row) => (
          <Button
            size="slim"
            accessibilityLabel={`Edit ${row.displayName}`}
            loading={editor.opening === row.id}
            onClick={() => editor.open(row.id)}
          >
            Edit
          </Button>
        )}
        rowKeys={[{ key: "e", label: "Edit", onPress: (row) => editor.open(row.id) }]}
        onOpen={setShown}
        toolbar={<PartnerFilter partners={partners} partner={partner} />}
        filters={chosenFilter("National Partner", "partner", partner, [])}
        pageActions={
          <>
            {result.rows.length > 0 && (
              <ExportButton
                call={nationalCall("exports.national.rows", {
                  query: { sort: state.sort, partner: partner || undefined },
                  body: searchKind(state.search),
                })}
              />
            )}
            <ImportButton />
          </>
        }
        views={views}
        freshness={mirror.heardAt ? { at: mirror.heardAt, now } : undefined}
        emptyHint={emptyHint(Boolean(state.search || partner), mirror.rebuiltAt)}
        emptyAction={{ content: "Import a file", url: "/national/import" }}
      />
      <EditProblem editor={editor} />
      {editor.customer && (
        <Suspense>
          <NationalEditDialog customer={editor.customer} onClose={editor.close} />
        </Suspense>
      )}
      {shown && (
        <Suspense>
          <HistoryModal
            name={shown.displayName}
            url={`/activity/customer/${shown.id.split("/").pop()}`}
            onClose={closeHistory}
          >
            <CardLink id={shown.id} />
          </HistoryModal>
        </Suspense>
      )}
    </>
  );
}

interface PartnerFilterProps {
  partners: readonly { name: string; count: number }[];
  /** The partner that the list is filtered by, or empty. */
  partner: string;
}

/** Filters the list by partner. The choice is in the URL. */
function PartnerFilter({ partners, partner }: PartnerFilterProps) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  const options = partners.map(({ name, count }) => ({
    label: `${name} (${formatCount(count)})`,
    value: name,
  }));
  if (partner && !partners.some(({ name }) => name === partner))
    options.push({ label: partner, value: partner });
  return (
    <Select
      label="National Partner"
      labelHidden
      options={[{ label: "All partners", value: "" }, ...options]}
      value={partner}
      onChange={(value) => navigate(firstPage(search, { partner: value }))}
    />
  );
}
