import { useLoaderData } from "@remix-run/react";
import type { Texts } from "~/core/answer-call.server";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { exportTexts } from "~/core/exports/texts.server";
import type { ContractsOf } from "~/core/function-entry";
import { shownOf } from "~/core/lists/define-list.server";
import { mapPage } from "~/core/lists/list-query.server";
import { editedText } from "~/domain/customers/edit-fields";
import { readListState, searchKind } from "~/platform/list";
import { nationalFunction } from "../function";
import { nationalList, PAGE_FIELDS } from "../list.server";
import { NationalPage } from "../ui/NationalPage";

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

/** The National screen. */
export default function National() {
  return <NationalPage {...useLoaderData<typeof loader>()} />;
}
