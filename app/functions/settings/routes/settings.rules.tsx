import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { Badge, Link } from "@shopify/polaris";
import { boundary } from "@shopify/shopify-app-remix/server";
import { REGISTRATIONS } from "~/domain/registrations/status";
import { asStaff } from "~/door.server";
import { readListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { rulesList } from "../rules-list";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }) => ({
    ...(await backend.rules.list()),
    state: readListState(new URL(args.request.url), rulesList),
  }));

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The rules by which registrations are approved without a look. */
export default function Rules() {
  const { rules, state } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  return (
    <ListPage
      title="Approve by rule"
      backAction={{ content: "Settings", url: "/settings" }}
      primaryAction={{ content: "Add a rule", url: "/settings/rules/new" }}
      list={rulesList}
      state={state}
      result={onOnePage(rules)}
      plural="rules"
      appliesAtOnce
      rowLabel={(rule) => rule.name}
      onOpen={(rule) => navigate(`/settings/rules/${rule.id}`)}
      emptyHint="A rule approves registrations with an e-mail address of a school or an employer, and sets a share of them aside for a look. Add one; it stays off until you have seen what it would have done."
      cells={{
        name: (rule) => (
          <Link url={`/settings/rules/${rule.id}`} removeUnderline>
            {rule.name}
          </Link>
        ),
        registration: (rule) => REGISTRATIONS[rule.registration].noun.many,
        domains: (rule) => rule.domains.join(", "),
        school: (rule) => rule.school || "Every school",
        setAside: (rule) => `${rule.setAsideShare} %`,
        state: (rule) => (rule.active ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>),
      }}
    />
  );
}

const onOnePage = <Row,>(rows: Row[]) => ({
  rows,
  nextCursor: null,
  previousCursor: null,
  hasNextPage: false,
  hasPreviousPage: false,
  total: null,
});
