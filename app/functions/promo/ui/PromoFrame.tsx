import { BlockStack, Box, Button, ButtonGroup, Card, Page } from "@shopify/polaris";
import { type ReactNode, useId } from "react";
import type { PromoTab } from "~/domain/submissions/access";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { PROMO_TABS } from "../list";
import { TITLE, tabLinksOf } from "./lists";

interface PromoFrameProps {
  tabs: readonly PromoTab[];
  selected: PromoTab;
  /** Whether the pages of promotions are open to the administrator. */
  hasPromotions: boolean;
  children: ReactNode;
}

/** A tab of the page that isn't a list. */
export function PromoFrame({ tabs, selected, hasPromotions, children }: PromoFrameProps) {
  const search = usePendingSearch();
  const panelId = useId();
  return (
    <Page
      fullWidth
      title={TITLE}
      secondaryActions={
        <ButtonGroup>
          {tabs.includes("CsrApprovals") && <Button url="/promo/second-looks">Second looks</Button>}
          {hasPromotions && <Button url="/promo/promotions">Promotions</Button>}
        </ButtonGroup>
      }
    >
      <BlockStack gap="400">
        <Card padding="0">
          <Box padding="200">
            <ListTabs
              tabs={tabLinksOf(tabs)}
              selected={selected}
              panelId={panelId}
              hrefOf={(tab) => firstPage(search, { tab: tab.id })}
            />
          </Box>
        </Card>
        <section id={panelId} role="tabpanel" aria-label={PROMO_TABS[selected]}>
          {children}
        </section>
      </BlockStack>
    </Page>
  );
}
