import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button } from "@shopify/polaris";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { definePages, type FunctionEntry } from "~/core/function-entry";
import { SignedInFrame } from "~/signed-in-frame";
import { MessagePage } from "~/ui/ErrorPage";

const signedInPages = definePages("signed-in");

export const loader = async (args: LoaderFunctionArgs) => {
  const { searchParams } = new URL(args.request.url);
  // Without a session there is no menu to show, and signing in would lead back here.
  if (!args.request.headers.has("authorization") && !searchParams.has("id_token")) return null;
  return authorize(args, signedInPages, async ({ frame, declarations: { functions } }) => ({
    frame: frame(),
    missing: missingAccess(functions.find(({ name }) => name === searchParams.get("function"))),
  }));
};

export const meta: MetaFunction = () => [{ title: "Unauthorized" }];

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** Where an administrator without access to a page arrives, and everyone without a session. */
export default function Unauthorized() {
  const data = useLoaderData<typeof loader>();
  const title = "You are unauthorized.";
  // Without a session there is no Home either.
  if (!data)
    return (
      <main>
        <MessagePage title={title} />
      </main>
    );
  return (
    <SignedInFrame data={data.frame}>
      <MessagePage title={title} sentence={data.missing}>
        <Button url="/">Go to the home page</Button>
      </MessagePage>
    </SignedInFrame>
  );
}

function missingAccess(entry: FunctionEntry | undefined): string {
  if (entry?.permission === "owner") return `Only the account owner can open ${entry.menuName}.`;
  const what = entry ? `You don't have access to ${entry.menuName}. ` : "";
  return `${what}The account owner grants access on the Access page.`;
}
