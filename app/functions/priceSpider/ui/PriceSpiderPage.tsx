import { Banner, BlockStack, Box, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { Suspense, useId, useState } from "react";
import { NO_KEY } from "~/connectors/pricespider/port";
import type { CallAnswer } from "~/core/answer-call.server";
import { syncsListOf } from "~/core/syncs/sync";
import { SyncLogCard } from "~/core/syncs/ui/SyncLogTable";
import { useSyncPoll } from "~/core/syncs/ui/SyncProgress";
import type { TestStep } from "~/platform/connection-test.server";
import { isInProgress } from "~/platform/realtime/live-sync";
import { focusFirstField } from "~/ui/form/form-context";
import { useSaveBar } from "~/ui/form/SaveBarProvider";
import { useMenuName } from "~/ui/frame";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { ListTabs } from "~/ui/list/ListTabs";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { useLiveSync } from "~/ui/realtime/useLiveJob";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { TestSteps } from "~/ui/TestSteps";
import { useCall } from "~/ui/useCall";
import { priceSpiderCall, TITLE } from "../function";
import type { PriceSpiderPageData } from "../page.server";
import type { TestAnswer, Transfer } from "../schemas";
import { INITIAL_SETTINGS, NO_SETTINGS, SECTION, SETTINGS_LIST } from "../settings-fields";
import { SettingsFields, useSettingsForm } from "./SettingsFields";
import { TransfersCard, useTransferOutcome } from "./TransfersCard";

const NONE: readonly Transfer[] = [];

/** The settings of the transfer to PriceSpider, the transfer in progress, and the earlier ones with their logs. */
export function PriceSpiderPage({ settings, transfers, current, log, problems }: PriceSpiderPageData) {
  const panelId = useId();
  const search = usePendingSearch();
  const form = useSettingsForm(settings?.settings ?? INITIAL_SETTINGS);
  const operation = useCall<CallAnswer>();
  const transfer = useCall<CallAnswer>();
  /** The answer to the last update of the settings before the test: its steps say nothing about later ones. */
  const [tested, setTested] = useState(form.answer);
  const sync = useLiveSync(current);
  useSyncPoll(current !== null);
  // Also while there are unsaved edits, which a refresh leaves as they are: they must not hold back how a transfer ended.
  useListRefresh(syncsListOf(SECTION), SETTINGS_LIST);
  useSaveBar(form.isDirty && !form.isSaved, { busy: form.isBusy, save: form.save, discard: form.discard });
  useTransferOutcome(transfers ?? NONE, current?.id, transfer.isBusy ? undefined : transfer.answer);
  const needs =
    settings?.newServerKey && settings.serverKey
      ? [
          {
            id: "key",
            content: (
              <ServerKeyBanner
                serverKey={settings.serverKey}
                newServerKey={settings.newServerKey}
                isBusy={operation.isBusy}
                onAccept={() =>
                  operation.run(
                    priceSpiderCall("priceSpider.acceptKey", { key: settings.newServerKey ?? "" }),
                  )
                }
              />
            ),
          },
        ]
      : [];
  const save = () => {
    if (form.isDirty && !form.isBusy) form.save();
  };
  const isLoading = form.isBusy || operation.isBusy || transfer.isBusy;
  const start = () => transfer.run(priceSpiderCall("priceSpider.transfer", {}));
  return (
    <Page
      title={TITLE}
      subtitle={useMenuName(TITLE)}
      backAction={{ content: "Home", url: "/" }}
      primaryAction={{
        content: "Update PriceSpider",
        disabled: isLoading || isInProgress(sync) || !settings?.settings.enable,
        loading: transfer.isBusy,
        onAction: start,
      }}
      secondaryActions={
        <Button disabled={!form.isDirty || isLoading} loading={form.isBusy} onClick={save}>
          Update Settings
        </Button>
      }
    >
      <BlockStack gap="400">
        {problems.map((problem) => (
          <Banner key={problem} tone="critical">
            {problem}
          </Banner>
        ))}
        {settings?.msg === NO_SETTINGS && <Banner tone="info">{NO_SETTINGS}</Banner>}
        {settings && (
          <Card padding="0">
            <Box paddingBlockStart="200" paddingInline="300">
              <ListTabs
                tabs={[{ id: "settings", label: "Settings" }]}
                selected="settings"
                panelId={panelId}
                hrefOf={({ id }) => firstPage(search, { tab: id, log: null })}
              />
            </Box>
            <Box padding="400">
              <section id={panelId} role="tabpanel" aria-label="Settings">
                <SettingsFields
                  form={form}
                  hasPassword={settings.hasPassword}
                  serverKey={settings.serverKey}
                  onSave={save}
                />
                <Box paddingBlockStart="400">
                  <ConnectionTest
                    steps={
                      tested === form.answer && !operation.isBusy
                        ? (operation.answer?.value as Partial<TestAnswer> | undefined)?.steps
                        : undefined
                    }
                    isBusy={isLoading}
                    isDirty={form.isDirty}
                    onTest={() => {
                      setTested(form.answer);
                      operation.run(priceSpiderCall("priceSpider.test", {}));
                    }}
                  />
                </Box>
              </section>
            </Box>
          </Card>
        )}
        {transfers && (
          <TransfersCard
            transfers={transfers}
            sync={sync}
            openFileName={log?.fileName ?? null}
            isBusy={transfer.isBusy}
            needs={needs}
            onRetry={(f, confirm) => transfer.run(priceSpiderCall("priceSpider.retry", { f, confirm }))}
            first={
              settings?.settings.enable
                ? { content: "Start the first transfer", onAction: start }
                : {
                    content: "Turn it on in the settings",
                    onAction: () => focusFirstField(document.getElementById(panelId)),
                  }
            }
          />
        )}
        <SyncLogCard log={log} />
      </BlockStack>
    </Page>
  );
}

interface ConnectionTestProps {
  /** How the last test went. */
  steps: readonly TestStep[] | undefined;
  isBusy: boolean;
  /** Edits that aren't stored wouldn't be tested. */
  isDirty: boolean;
  onTest(): void;
}

/** Tests the connection to PriceSpider's server, and shows each step. */
function ConnectionTest({ steps, isBusy, isDirty, onTest }: ConnectionTestProps) {
  return (
    <BlockStack gap="200">
      <InlineStack gap="300" blockAlign="center">
        <Button disabled={isDirty || isBusy} onClick={onTest}>
          Test connection
        </Button>
        <Text as="span" tone="subdued">
          {isDirty
            ? "Update the settings first. The stored ones are tested."
            : "Signs in, and writes and deletes a small file."}
        </Text>
      </InlineStack>
      {steps && !isDirty && <TestSteps steps={steps} />}
    </BlockStack>
  );
}

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

interface ServerKeyBannerProps {
  serverKey: string;
  newServerKey: string;
  isBusy: boolean;
  onAccept(): void;
}

/** The server has another key than at the first transfer. It is used only after an administrator accepts it. */
function ServerKeyBanner({ serverKey, newServerKey, isBusy, onAccept }: ServerKeyBannerProps) {
  const [askedKey, setAskedKey] = useState<string | null>(null);
  // The server has yet another key, which isn't the one that was asked about.
  if (askedKey !== null && askedKey !== newServerKey) setAskedKey(null);
  const texts = newServerKey === NO_KEY ? withoutKey : textsFor(newServerKey);
  return (
    <>
      <Banner
        tone="warning"
        title="The key of PriceSpider's server has changed"
        action={{ content: texts.accept, loading: isBusy, onAction: () => setAskedKey(newServerKey) }}
      >
        <BlockStack gap="100">
          <Text as="p">
            It may be another server, so nothing is sent to it. Ask PriceSpider whether they changed the key.
          </Text>
          <Text as="p" breakWord>
            Before: {serverKey}
          </Text>
          <Text as="p" breakWord>
            Now: {texts.now}
          </Text>
        </BlockStack>
      </Banner>
      {askedKey !== null && (
        <Suspense>
          <ConfirmModal
            title={`${texts.accept}?`}
            confirmLabel="Accept"
            destructive
            onConfirm={() => {
              setAskedKey(null);
              onAccept();
            }}
            onClose={() => setAskedKey(null)}
          >
            <Text as="p" breakWord>
              {texts.consequence}
            </Text>
            <Text as="p" fontWeight="semibold">
              Accept it only if PriceSpider confirmed it.
            </Text>
          </ConfirmModal>
        </Suspense>
      )}
    </>
  );
}

const textsFor = (newServerKey: string) => ({
  accept: "Accept the new key",
  now: newServerKey,
  consequence: `The next transfer sends the password and the feed to the server with the key ${newServerKey}.`,
});

const withoutKey = {
  accept: "Accept a server without a key",
  now: "none, because the server no longer offers TLS",
  consequence:
    "The next transfer sends the password and the feed without encryption, and can't check which server receives them.",
};
