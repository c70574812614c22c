import type { HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useNavigate } from "@remix-run/react";
import { Badge, InlineStack, Link } from "@shopify/polaris";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { readListState } from "~/platform/list";
import { ListPage } from "~/ui/ListPage";
import { Moment } from "~/ui/Moment";
import { accessList } from "../list";
import { MayOpen } from "../ui/MayOpen";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }) => {
    const { rows } = await backend.access.list();
    const state = readListState(new URL(args.request.url), accessList);
    return { rows, state };
  });

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Everybody of the shop who has opened the console, and what they may open. */
export default function Access() {
  const { rows, state } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  return (
    <ListPage
      title="Access"
      list={accessList}
      state={state}
      result={onOnePage(rows)}
      plural="administrators"
      appliesAtOnce
      rowLabel={(row) => row.name}
      onOpen={(row) => navigate(`/access/${row.id}`)}
      emptyHint="Administrators appear here once they have opened the console."
      cells={{
        name: (row) => (
          <InlineStack gap="200" blockAlign="center">
            <Link url={`/access/${row.id}`} removeUnderline>
              {row.name}
            </Link>
            {row.isOwner && <Badge tone="info">Account owner</Badge>}
          </InlineStack>
        ),
        email: (row) => row.email,
        lastSeen: (row) => <Moment at={row.lastSeenAt} time />,
        functions: (row) => <MayOpen {...row} />,
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
