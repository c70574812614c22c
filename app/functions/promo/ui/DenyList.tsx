import { InlineGrid } from "@shopify/polaris";
import type { PromoTab } from "~/domain/submissions/access";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { PromoFrame } from "./PromoFrame";
import { ReasonEditor } from "./ReasonEditor";
import type { ReasonRow } from "./rows";

interface DenyListProps {
  tabs: readonly PromoTab[];
  hasPromotions: boolean;
  deny: readonly ReasonRow[];
  loyaltyDeny: readonly ReasonRow[];
  hold: readonly ReasonRow[];
}

/** The tab Deny List: the reasons that reviewers choose from. */
export function DenyList({ tabs, hasPromotions, deny, loyaltyDeny, hold }: DenyListProps) {
  useListRefresh("promo-reasons");
  return (
    <PromoFrame tabs={tabs} hasPromotions={hasPromotions} selected="DenyList">
      <InlineGrid gap="400" columns={{ xs: 1, lg: 3 }}>
        <ReasonEditor list="deny" title="Deny reasons" reasons={deny} />
        <ReasonEditor list="loyaltyDeny" title="Deny reasons of loyalty orders" reasons={loyaltyDeny} />
        <ReasonEditor list="hold" title="Hold reasons" reasons={hold} />
      </InlineGrid>
    </PromoFrame>
  );
}
