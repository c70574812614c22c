import { useLoaderData, useNavigate } from "@remix-run/react";
import { Button, Select } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import type { Texts } from "~/core/answer-call.server";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { exportTexts } from "~/core/exports/texts.server";
import { ExportButton } from "~/core/exports/ui/ExportButton";
import type { ContractsOf } from "~/core/function-entry";
import { shownOf } from "~/core/lists/define-list.server";
import { mapPage } from "~/core/lists/list-query.server";
import { editedText } from "~/domain/customers/edit-fields";
import { FIRST_READING } from "~/domain/customers/kinds";
import { EditProblem, useEditor } from "~/domain/customers/ui/EditDialog";
import { CardLink, PersonLink } from "~/domain/customers/ui/RecordPart";
import { readListState, searchKind } from "~/platform/list";
import { ImportButton } from "~/ui/import/ImportButton";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { type Cells, chosenFilter } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { Tags } from "~/ui/Tags";
import { nationalCall, nationalFunction } from "../function";
import { type NationalRow, nationalList, PAGE_FIELDS } from "../list.server";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(nationalFunction, async ({ calls }, args) => {
  const url = new URL(args.request.url);
  const state = readListState(url, nationalList);
  const partner = url.searchParams.get("partner") ?? "";
  const { direction, cursor: last_id, sort, search } = state;
  const [result, { partners }, mirror, { views }] = await Promise.all([
    calls.national.list({
      query: { direction, last_id, sort, partner: partner || undefined },
      body: searchKind(search),
    }),
    calls.national.partners(),
    calls.customers.mirror(),
    calls.views.list({ list: nationalList.name }),
  ]);
  return {
    list: nationalList.declaration,
    state,
    partner,
    result: mapPage(result, (row) => shownOf(nationalList, row, PAGE_FIELDS)),
    partners,
    mirror,
    views,
    now: new Date().toISOString(),
  };
});

const texts: Texts<ContractsOf<typeof nationalFunction>> = {
  "national.edit": ({ changed }, _input, name) => editedText(name, changed),
  ...exportTexts("exports.national"),
};

export const action = callsAction(nationalFunction, texts);

const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

const NationalEditDialog = lazyPart(() => import("~/domain/customers/ui/NationalEditDialog"));

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
export default function National() {
  const { list, state, partner, result, partners, mirror, views, now } = useLoaderData<typeof loader>();
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
            variant="tertiary"
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
