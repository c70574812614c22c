import { Link } from "@remix-run/react";
import { AppProvider } from "@shopify/polaris";
import translations from "@shopify/polaris/locales/en.json";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider } from "react-router-dom";
import { useFocusOnNewPage } from "~/ui/focus";
import { SaveBarProvider } from "~/ui/form/SaveBarProvider";
import { FrameProvider } from "~/ui/frame";
import { refreshUnlessOffline } from "~/ui/keep-when-offline";
import { NoticeBar } from "~/ui/NoticeBar";
import { PageLinksProvider } from "~/ui/PageLink";
import { RealtimeProvider } from "~/ui/realtime/useRealtime";
import { NoticesProvider } from "~/ui/useNotices";

const FRAME = {
  shop: { domain: "test.myshopify.com", name: "Test", timeZone: "America/New_York", currency: "USD" },
  administrator: { id: "1", name: "Olive Owner", isOwner: true },
};

/** The shell as the pages know it, without Shopify's script and without the server. */
function TestShell({ children }: { children: ReactNode }) {
  useFocusOnNewPage();
  return (
    <AppProvider i18n={translations} linkComponent={({ url, ...link }) => <Link to={url ?? ""} {...link} />}>
      <FrameProvider frame={FRAME}>
        <NoticesProvider>
          <RealtimeProvider>
            <SaveBarProvider>
              <main tabIndex={-1}>
                <NoticeBar />
                {children}
              </main>
            </SaveBarProvider>
          </RealtimeProvider>
        </NoticesProvider>
      </FrameProvider>
    </AppProvider>
  );
}

/** Renders routes inside the shell, at an address. They load again when a function's routes do. */
export function renderConsole(routes: RouteObject[], address = "/") {
  const router = createMemoryRouter(
    [
      {
        element: (
          <PageLinksProvider>
            <TestShell>
              <Outlet />
            </TestShell>
          </PageLinksProvider>
        ),
        children: routes.map(
          (route) => ({ shouldRevalidate: refreshUnlessOffline, ...route }) as RouteObject,
        ),
      },
    ],
    { initialEntries: [address], future: { v7_fetcherPersist: true, v7_relativeSplatPath: true } },
  );
  return { router, ...render(<RouterProvider router={router} future={{ v7_startTransition: true }} />) };
}
