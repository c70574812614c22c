import { useLoaderData, useNavigate } from "@remix-run/react";
import { Badge, InlineStack, Text } from "@shopify/polaris";
import { pageLoader } from "~/core/authorize.server";
import { onOnePage, readListState } from "~/platform/list";
import { EmailText } from "~/ui/EmailText";
import { ListPage } from "~/ui/ListPage";
import { RowLink } from "~/ui/list/RowLink";
import { Moment } from "~/ui/Moment";
import { Tags } from "~/ui/Tags";
import { accessFunction } from "../function";
import { type FunctionChoice, functionChoices } from "../function-choices";
import { accessList } from "../list";

export const loader = pageLoader(accessFunction, async ({ calls, declarations }, args) => {
  const { rows } = await calls.access.list();
  const state = readListState(new URL(args.request.url), accessList);
  return { result: onOnePage(rows), state, choices: functionChoices(declarations.functions) };
});

/** The administrators who have opened Backroom, and their access. */
export default function Access() {
  const { result, state, choices } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  return (
    <ListPage
      title="Access"
      list={accessList}
      state={state}
      result={result}
      plural="administrators"
      appliesAtOnce
      rowLabel={(row) => row.name}
      onOpen={(row) => navigate(`/access/${row.id}`)}
      emptyHint="Administrators appear here after they open Backroom."
      cells={{
        name: (row) => (
          <InlineStack gap="200" blockAlign="center">
            <RowLink to={`/access/${row.id}`}>{row.name}</RowLink>
            {row.isOwner && <Badge tone="info">Account owner</Badge>}
          </InlineStack>
        ),
        email: (row) => <EmailText email={row.email} />,
        lastSeen: (row) => <Moment at={row.lastSeenAt} time />,
        functions: (row) => <MayOpen {...row} choices={choices} />,
      }}
    />
  );
}

/** The functions that an administrator may open, by their names in the menu. */
function MayOpen({
  isOwner,
  flags,
  choices,
}: {
  isOwner: boolean;
  flags: readonly string[];
  choices: readonly FunctionChoice[];
}) {
  if (isOwner) return <>Everything</>;
  if (flags.length === 0) {
    return (
      <Text as="span" tone="subdued">
        Nothing yet
      </Text>
    );
  }
  return (
    <Tags tags={flags.map((flag) => choices.find((choice) => choice.flag === flag)?.menuName ?? flag)} />
  );
}
