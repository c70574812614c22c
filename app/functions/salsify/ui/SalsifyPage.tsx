import { Banner, BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { Suspense, useState } from "react";
import type { CallAnswer } from "~/core/answer-call.server";
import { useDelivery } from "~/core/exports/ui/useDelivery";
import { ReportPage } from "~/core/reports/ui/ReportPage";
import { ReportStatus, recipientsRefusal, useCreatedReport } from "~/core/reports/ui/ReportStatus";
import type { CallOfReport } from "~/core/reports/ui/report-option";
import { pluralize } from "~/platform/text/pluralize";
import { lazyPart } from "~/ui/lazy-part";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import { STORED_ONLY, salsifyFieldsList } from "../fields";
import { salsifyCall } from "../function";
import type { SalsifyPageData } from "../page.server";
import { FieldsGrid } from "./FieldsGrid";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

const callOf: CallOfReport = ({ delivery }) => salsifyCall("salsify.report", { ...delivery });

/** The reports on metafields, and which ones are monitored. */
export function SalsifyPage({ data: { fields, problem, sort, report } }: { data: SalsifyPageData }) {
  const selecting = useCall();
  const generating = useCall<CallAnswer>();
  const [isConfirming, setConfirming] = useState(false);
  const monitored = fields.filter(({ active }) => active).length;
  const created = useCreatedReport(report, generating);
  const { delivery, check, fields: deliveryFields } = useDelivery(recipientsRefusal(generating));
  const generate = () =>
    check() && generating.run(callOf({ dateFrom: "", dateTo: "", options: {}, delivery }));
  useListRefresh(salsifyFieldsList.name);
  const select = (active: boolean) => selecting.run(salsifyCall("salsify.selectAllFields", { active }));
  return (
    <ReportPage
      title="Salsify"
      tab={{ id: "salsify", label: "Salsify" }}
      page={report}
      options={[]}
      callOf={callOf}
      settings={
        <BlockStack gap="400">
          <Text as="h2" variant="headingSm">
            Choose metafields to monitor
          </Text>
          <InlineStack gap="200">
            <Button disabled={selecting.isBusy || problem !== null} onClick={() => select(true)}>
              Select All Fields and Save
            </Button>
            <Button
              disabled={selecting.isBusy}
              onClick={() => (monitored > 0 ? setConfirming(true) : select(false))}
            >
              Unselect All Fields and Save
            </Button>
          </InlineStack>
          {problem && (
            <Banner tone="critical" title={problem}>
              {fields.length > 0 && STORED_ONLY}
            </Banner>
          )}
          {(fields.length > 0 || !problem) && <FieldsGrid fields={fields} sort={sort} />}
        </BlockStack>
      }
    >
      <BlockStack gap="400">
        <InlineStack>
          <Button variant="primary" disabled={created.isRunning} onClick={generate}>
            {created.isRunning ? "Loading..." : "Generate Report"}
          </Button>
        </InlineStack>
        {deliveryFields}
        <ReportStatus state={created} problem={null} hint={null} />
      </BlockStack>
      {isConfirming && (
        <Suspense>
          <ConfirmModal
            title={`Stop monitoring ${pluralize(monitored, "metafield")}?`}
            confirmLabel="Stop monitoring"
            destructive
            onConfirm={() => {
              setConfirming(false);
              select(false);
            }}
            onClose={() => setConfirming(false)}
          >
            Reports no longer include them. If you monitor them again, the next report doesn't list their
            changes. Delimiters are kept. To undo this, select the metafields again one by one.
          </ConfirmModal>
        </Suspense>
      )}
    </ReportPage>
  );
}
