import { useNavigation, useRevalidator } from "@remix-run/react";
import { Banner, BlockStack, Box, Button, Card, InlineStack, Page, type PageProps } from "@shopify/polaris";
import { RefreshIcon } from "@shopify/polaris-icons";
import { type ReactNode, useId } from "react";
import { useMenuName } from "~/ui/frame";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { LoadingOverlay } from "~/ui/list/RowOverlay";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { ConnectionState } from "~/ui/realtime/ConnectionState";
import { FILTER_TABS, type FilterTab, TAB_LABELS, TITLE } from "../messages";
import styles from "./FiltersFrame.module.css";

export interface FiltersFrameProps extends Pick<PageProps, "primaryAction" | "secondaryActions"> {
  tab: FilterTab;
  /** Why data couldn't be read. */
  problem: string | null;
  /** Above the grid. */
  toolbar: ReactNode;
  /** What Refresh does. By default it loads the page's data again. */
  refresh?: { run(): void; isBusy: boolean };
  /** The grid. */
  children: ReactNode;
}

/** What both tabs of the page have around their grid. */
export function FiltersFrame({ tab, problem, toolbar, refresh, children, ...page }: FiltersFrameProps) {
  const panelId = useId();
  const search = usePendingSearch();
  const revalidator = useRevalidator();
  const isLoading = useNavigation().state === "loading";
  return (
    <Page title={TITLE} subtitle={useMenuName(TITLE)} backAction={{ content: "Home", url: "/" }} {...page}>
      <BlockStack gap="400">
        {problem && <Banner tone="critical">{problem}</Banner>}
        <Card padding="0">
          <Box paddingBlockStart="200" paddingInline="300">
            <ListTabs
              tabs={FILTER_TABS.map((id) => ({ id, label: TAB_LABELS[id] }))}
              selected={tab}
              panelId={panelId}
              hrefOf={({ id }) => firstPage(search, { tab: id })}
            />
          </Box>
          <section id={panelId} role="tabpanel" aria-label={TAB_LABELS[tab]} aria-busy={isLoading}>
            <div className={styles.toolbar}>
              <div className={styles.content}>{toolbar}</div>
              <InlineStack gap="200" blockAlign="center" wrap={false}>
                <ConnectionState />
                <Button
                  icon={RefreshIcon}
                  variant="tertiary"
                  accessibilityLabel="Refresh"
                  loading={revalidator.state === "loading" || refresh?.isBusy}
                  onClick={refresh ? refresh.run : revalidator.revalidate}
                />
              </InlineStack>
            </div>
            <div className={styles.panel}>
              {children}
              {isLoading && <LoadingOverlay />}
            </div>
          </section>
        </Card>
      </BlockStack>
    </Page>
  );
}
