import { data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/node";
import {
  Link,
  Outlet,
  useLoaderData,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { NavMenu } from "@shopify/app-bridge-react";
import { AppProvider } from "@shopify/shopify-app-remix/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { type ReactNode, useEffect } from "react";
import { asStaff } from "~/door.server";
import { rememberFrame } from "~/platform/auth/frame-memory.server";
import { appBridge } from "~/ui/app-bridge";
import { ErrorPage } from "~/ui/ErrorPage";
import { FrameProvider } from "~/ui/frame";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { NoticeBar } from "~/ui/NoticeBar";
import { RealtimeProvider } from "~/ui/realtime/useRealtime";
import { NoticesProvider } from "~/ui/useNotices";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "signed-in", async (staff) =>
    data(staff.frame(), { headers: await rememberFrame(args.request) }),
  );

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

type ShellData = Awaited<ReturnType<typeof useLoaderData<typeof loader>>>;

/** The frame of every page for which one must be signed in. */
export default function Shell() {
  return (
    <SignedInFrame data={useLoaderData<typeof loader>()}>
      <Outlet />
    </SignedInFrame>
  );
}

/** A page inside failed: the navigation stays, so that there is a way on. Without the frame's data the message stands alone. */
export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>("shell");
  if (!data) return <ErrorPage error={error} />;
  return (
    <SignedInFrame data={data}>
      <ErrorPage error={error} />
    </SignedInFrame>
  );
}

function SignedInFrame({ data, children }: { data: ShellData; children: ReactNode }) {
  useAdminLoadingBar();
  const { apiKey, appBridgeUrl, functions } = data;
  return (
    <AppProvider isEmbeddedApp apiKey={apiKey} {...appBridgeFrom(appBridgeUrl)}>
      <NavMenu>
        <Link to="/" rel="home">
          Home
        </Link>
        {functions.map(({ path, menuName }) => (
          <Link key={path} to={path}>
            {menuName}
          </Link>
        ))}
      </NavMenu>
      <FrameProvider frame={data}>
        <NoticesProvider>
          <RealtimeProvider>
            {/* As high as the page, which the body is not: the notices stay in view down to its end. */}
            <div>
              <NoticeBar />
              {children}
            </div>
          </RealtimeProvider>
        </NoticesProvider>
      </FrameProvider>
    </AppProvider>
  );
}

/** The local mode loads a stand-in of Shopify's script; the library's property for that is typed as the real address alone. */
const appBridgeFrom = (url: string | undefined) => (url ? { __APP_BRIDGE_URL: url as never } : {});

/** Shows the admin's own loading bar while a page or an action is on its way. */
function useAdminLoadingBar(): void {
  const isBusy = useNavigation().state !== "idle";
  useEffect(() => {
    appBridge()?.loading(isBusy);
    // An error page takes the frame's place: nothing is on its way any more.
    return () => appBridge()?.loading(false);
  }, [isBusy]);
}
