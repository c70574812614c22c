import { useLoaderData, useNavigate } from "@remix-run/react";
import { Badge } from "@shopify/polaris";
import { pageLoader } from "~/core/authorize.server";
import { REGISTRATIONS } from "~/domain/registrations/status";
import { onOnePage, readListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { RowLink } from "~/ui/list/RowLink";
import { settingsFunction } from "../function";
import { rulesList } from "../rules-list";

export const loader = pageLoader(settingsFunction, async ({ calls }, args) => ({
  result: onOnePage((await calls.rules.list()).rules),
  state: readListState(new URL(args.request.url), rulesList),
}));

/** The rules that approve registrations automatically. */
export default function Rules() {
  const { result, state } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  return (
    <ListPage
      title="Approve by rule"
      backAction={{ content: "Registrations", url: "/settings/registrations" }}
      primaryAction={{ content: "Add a rule", url: "/settings/rules/new" }}
      list={rulesList}
      state={state}
      result={result}
      plural="rules"
      appliesAtOnce
      rowLabel={(rule) => rule.name}
      onOpen={(rule) => navigate(`/settings/rules/${rule.id}`)}
      emptyHint="A rule approves registrations by the email domain of a school or an employer, and sets a share of them aside for review. A new rule is off until you turn it on."
      cells={{
        name: (rule) => <RowLink to={`/settings/rules/${rule.id}`}>{rule.name}</RowLink>,
        registration: (rule) => REGISTRATIONS[rule.registration].noun.many,
        domains: (rule) => rule.domains.join(", "),
        school: (rule) => rule.school || "Every school",
        setAside: (rule) => `${rule.setAsideShare} %`,
        state: (rule) => (rule.active ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>),
      }}
    />
  );
}
