import { useNavigation } from "@remix-run/react";
import { NavMenu } from "@shopify/app-bridge-react";
import { AppProvider } from "@shopify/shopify-app-remix/react";
import { type ReactNode, useEffect } from "react";
import type { Frame } from "~/core/authorize.server";
import { appBridge } from "~/ui/app-bridge";
import { useFocusOnNewPage } from "~/ui/focus";
import { SaveBarProvider } from "~/ui/form/SaveBarProvider";
import { FrameProvider } from "~/ui/frame";
import { NoticeBar } from "~/ui/NoticeBar";
import { PageLink } from "~/ui/PageLink";
import { PaletteButton, PaletteProvider } from "~/ui/palette/PaletteProvider";
import { RealtimeProvider } from "~/ui/realtime/useRealtime";
import { NoticesProvider } from "~/ui/useNotices";
import styles from "./signed-in-frame.module.css";

/** What is around every page of a signed-in administrator: App Bridge, the menu, notices, the save bar and the live connection. */
export function SignedInFrame({ data, children }: { data: Frame; children: ReactNode }) {
  useAdminLoadingBar();
  useFocusOnNewPage();
  const { apiKey, appBridgeUrl, menu } = data;
  return (
    <AppProvider isEmbeddedApp apiKey={apiKey} {...appBridgeFrom(appBridgeUrl)}>
      <NavMenu>
        <PageLink to="/" rel="home">
          Home
        </PageLink>
        {menu.map(({ path, menuName }) => (
          <PageLink key={path} to={path}>
            {menuName}
          </PageLink>
        ))}
      </NavMenu>
      <FrameProvider frame={data}>
        <NoticesProvider>
          <RealtimeProvider>
            <SaveBarProvider>
              {/* As high as the page, which the body is not: the notices stay in view down to its end. */}
              <main tabIndex={-1} className={styles.main}>
                <NoticeBar />
                <PaletteProvider>
                  <PaletteButton />
                  {children}
                </PaletteProvider>
              </main>
            </SaveBarProvider>
          </RealtimeProvider>
        </NoticesProvider>
      </FrameProvider>
    </AppProvider>
  );
}

/** The local mode loads a stand-in for Shopify's script. The library's property is typed as the real address only. */
const appBridgeFrom = (url: string | undefined) => (url ? { __APP_BRIDGE_URL: url as never } : {});

/** Shows the admin's own loading bar while a page or an action is on its way. */
function useAdminLoadingBar(): void {
  const isBusy = useNavigation().state !== "idle";
  useEffect(() => {
    appBridge()?.loading(isBusy);
    // An error page replaces the frame, so nothing is loading.
    return () => appBridge()?.loading(false);
  }, [isBusy]);
}
