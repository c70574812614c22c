import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { definePages } from "~/core/function-entry";
import { rememberFrame } from "~/platform/auth/frame-memory.server";
import { ErrorPage } from "~/ui/ErrorPage";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { SignedInFrame } from "./signed-in-frame";

const signedInPages = definePages("signed-in");

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, signedInPages, async (staff) =>
    data(staff.frame(), { headers: await rememberFrame(args.request) }),
  );

export const shouldRevalidate = refreshUnlessOffline;

/** Also in the admin's title bar, which adds the app's name. A page without a menu entry has a title of its own. */
export const meta: MetaFunction<typeof loader> = ({ data: frame, location }) => {
  const shown = frame?.menu.find(({ path }) => `${location.pathname}/`.startsWith(`${path}/`));
  return [{ title: shown?.menuName ?? "Backroom" }];
};

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The frame of every page for which one must be signed in. */
export default function Shell() {
  return (
    <SignedInFrame data={useLoaderData<typeof loader>()}>
      <Outlet />
    </SignedInFrame>
  );
}

/** Shown when a page fails. The navigation stays if its data could be loaded. */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("shell");
  if (!data)
    return (
      <main>
        <ErrorPage error={error} />
      </main>
    );
  return (
    <SignedInFrame data={data}>
      <ErrorPage error={error} />
    </SignedInFrame>
  );
}
