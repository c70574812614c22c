import { useNavigate } from "@remix-run/react";
import {
  Badge,
  type BadgeProps,
  Banner,
  BlockStack,
  Button,
  InlineStack,
  Link,
  Select,
} from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import { EXPIRATION_FILTERS, type ExpirationFilter } from "~/domain/codes/code-tags";
import type { codesList } from "~/domain/codes/list.server";
import type { Partner } from "~/domain/codes/schemas";
import type { ListResult, ListState } from "~/platform/list";
import { formatDecimal } from "~/platform/money/format-money";
import { useFrame } from "~/ui/frame";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import { firstPage } from "~/ui/list/address";
import { latestOf } from "~/ui/list/latest-row";
import { RowActions } from "~/ui/list/RowActions";
import { type Cells, chosenFilter } from "~/ui/list/types";
import { usePendingSearch } from "~/ui/list/usePendingSearch";
import { formatCount } from "~/ui/numbers";
import { useAddressRequest } from "~/ui/useAddressRequest";
import { useCall } from "~/ui/useCall";
import { useNotices } from "~/ui/useNotices";
import { codeCall } from "../function";
import * as messages from "../messages";
import type { CodeRow } from "../schemas";
import type { CodeTask } from "./CodeDialog";
import styles from "./CodesPage.module.css";

const CodeDialog = lazyPart(() => import("./CodeDialog"));

const EmailDomainsDialog = lazyPart(() => import("./EmailDomainsDialog"));

const HistoryModal = lazyPart(() => import("~/ui/HistoryModal"));

interface CodesPageProps {
  list: (typeof codesList)["declaration"];
  active: ExpirationFilter;
  state: ListState;
  result: ListResult<CodeRow>;
  /** Why the codes couldn't be read. */
  problem: string | null;
  partners: readonly Partner[];
  /** Why the partners couldn't be read. */
  partnersProblem: string | null;
}

const TONES: Record<CodeRow["status"], BadgeProps["tone"]> = {
  Active: "success",
  Scheduled: "info",
  "Used Up": "attention",
  Expired: undefined,
  Deactivated: "critical",
};

const cellsIn = (currency: string) =>
  ({
    registrationCode: ({ registrationCode, status }) => (
      <InlineStack gap="100" blockAlign="center">
        <span>{registrationCode}</span>
        <Badge tone={TONES[status]}>{status}</Badge>
      </InlineStack>
    ),
    spendLimit: ({ spendLimit }) => (spendLimit === null ? null : formatDecimal(spendLimit, currency)),
    tags: ({ tags }) =>
      tags ? (
        <span className={styles.tags} title={tags}>
          {tags}
        </span>
      ) : null,
    maxRegistrationCount: ({ maxRegistrationCount: most }) => (most === null ? null : formatCount(most)),
    currentRegistrationCount: ({ currentRegistrationCount }) => formatCount(currentRegistrationCount),
  }) satisfies Cells<CodeRow>;

/** A code that is changed is given as the list has it now. */
const latestTask = (task: CodeTask, rows: readonly CodeRow[]): CodeTask =>
  task.is === "change" ? { ...task, code: latestOf(task.code, rows) } : task;

type Opened = { dialog: "code"; task: CodeTask } | { dialog: "domains" | "history"; row: CodeRow } | null;

/** The tab List: the codes, and the dialogs that create and change them. */
export function CodesPage(props: CodesPageProps) {
  const { list, active, state, result, problem, partners, partnersProblem } = props;
  const { shop, administrator } = useFrame();
  const { currency } = shop;
  const [opened, setOpened] = useState<Opened>(null);
  const close = useCallback(() => setOpened(null), []);
  const copyLink = useCopyLink();
  const canEdit = ({ status, partner }: CodeRow) => messages.isEditable(status, partner.handle);
  const openTask = (task: CodeTask) => setOpened({ dialog: "code", task });
  useAddressRequest("new", () => {
    if (partners.length > 0) openTask({ is: "new" });
  });
  const edit = (row: CodeRow) =>
    canEdit(row) ? openTask({ is: "change", code: row }) : setOpened({ dialog: "history", row });
  const { run } = useCall();
  const setActive = ({ id, status }: CodeRow) =>
    run(
      status === "Deactivated"
        ? codeCall("registrationCodes.reactivate", { id })
        : codeCall("registrationCodes.deactivate", { id }),
    );
  return (
    <>
      <ListPage
        title={messages.TITLE}
        backAction={{ content: "Home", url: "/" }}
        plural="registration codes"
        list={list}
        state={state}
        result={result}
        appliesAtOnce
        tabs={TABS}
        selectedTab="list"
        primaryAction={{
          content: messages.ADD_CODE,
          disabled: partners.length === 0,
          helpText: partnersProblem ?? (partners.length === 0 ? messages.NO_PARTNERS : undefined),
          onAction: () => openTask({ is: "new" }),
        }}
        pageActions={[
          {
            content: "Create several",
            disabled: partners.length === 0,
            onAction: () => openTask({ is: "several" }),
          },
        ]}
        toolbar={<StatusFilter active={active} />}
        filters={chosenFilter("Status", "active", active === "Active" ? "" : active, [])}
        rowLabel={({ registrationCode }) => registrationCode}
        cells={cellsIn(currency)}
        rowActions={(row) => (
          <CodeButtons
            row={row}
            onEdit={() => edit(row)}
            onDomains={() => setOpened({ dialog: "domains", row })}
            onHistory={() => setOpened({ dialog: "history", row })}
            onCopy={() => copyLink(row)}
            onDuplicate={() => openTask({ is: "duplicate", of: row })}
            onActive={() => setActive(row)}
          />
        )}
        rowKeys={[
          { key: "e", label: "Edit", isFor: canEdit, onPress: edit },
          { key: "h", label: "History", onPress: (row) => setOpened({ dialog: "history", row }) },
        ]}
        onOpen={edit}
        emptyHeading={problem ? messages.NOT_READ.heading : undefined}
        emptyHint={problem ? messages.NOT_READ.hint : emptyHint(state.search, active, partners.length > 0)}
        // A code needs a partner, and only the owner adds one.
        emptyAction={
          partners.length === 0 && !partnersProblem && administrator.isOwner
            ? { content: "Add partners", url: "/settings/partners" }
            : undefined
        }
      >
        {(problem || partnersProblem || partners.length === 0) && (
          <BlockStack gap="200">
            {problem && <Banner tone="critical">{problem}</Banner>}
            {partnersProblem && <Banner tone="critical">{partnersProblem}</Banner>}
            {partners.length === 0 && !partnersProblem && <NoPartners />}
          </BlockStack>
        )}
      </ListPage>
      {opened && (
        <Suspense>
          {opened.dialog === "code" && (
            <CodeDialog task={latestTask(opened.task, result.rows)} partners={partners} onClose={close} />
          )}
          {opened.dialog === "domains" && (
            <EmailDomainsDialog code={latestOf(opened.row, result.rows)} onClose={close} />
          )}
          {opened.dialog === "history" && (
            <HistoryModal
              name={opened.row.registrationCode}
              url={`/activity/registrationCode/${opened.row.id}`}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </>
  );
}

function CodeButtons(props: {
  row: CodeRow;
  onEdit(): void;
  onDomains(): void;
  onHistory(): void;
  onCopy(): void;
  onDuplicate(): void;
  /** Deactivates it, or reactivates it. */
  onActive(): void;
}) {
  const { registrationCode: code, status, partner } = props.row;
  const item = (label: string, onAction: () => void) => ({
    label,
    accessibilityLabel: `${label}: ${code}`,
    onAction,
  });
  const canEdit = messages.isEditable(status, partner.handle);
  return (
    <RowActions
      rowName={code}
      menu={[
        item("Copy link", props.onCopy),
        item("Duplicate", props.onDuplicate),
        ...(status === "Expired"
          ? []
          : [item(status === "Deactivated" ? "Reactivate" : "Deactivate", props.onActive)]),
        item("History", props.onHistory),
      ]}
    >
      <Button
        size="slim"
        disabled={!canEdit}
        accessibilityLabel={canEdit ? `Edit ${code}` : `Edit ${code}. ${messages.GUEST_EVENTS_EXPIRED}`}
        onClick={props.onEdit}
      >
        Edit
      </Button>
      <Button size="slim" accessibilityLabel={`Email Domains of ${code}`} onClick={props.onDomains}>
        Email Domains
      </Button>
    </RowActions>
  );
}

function StatusFilter({ active }: { active: ExpirationFilter }) {
  const navigate = useNavigate();
  const search = usePendingSearch();
  return (
    <Select
      label="Status"
      labelInline
      options={[...EXPIRATION_FILTERS]}
      value={active}
      onChange={(value) => navigate(firstPage(search, { active: value === "Active" ? null : value }))}
    />
  );
}

const NoPartners = () => (
  <Banner tone="info">
    There are no partners yet. The account owner adds them on <Link url="/settings/partners">Settings</Link>.
  </Banner>
);

/** Copies the link of the public page with a code, or shows it when the browser denies clipboard access. */
function useCopyLink() {
  const { show } = useNotices();
  return async ({ registrationCode, link }: CodeRow) => {
    try {
      await navigator.clipboard.writeText(link);
      show({ level: "success", text: `The registration link of ${registrationCode} is copied.` });
    } catch {
      show({
        level: "info",
        text: `Your browser doesn't allow copying from this page. The registration link of ${registrationCode} is ${link}`,
      });
    }
  };
}

function emptyHint(search: string, active: ExpirationFilter, hasPartners: boolean): string {
  if (search) return `${messages.NO_CODES} Clear the search to see all codes with this status.`;
  if (active === "Inactive")
    return `${messages.NO_CODES} Codes are inactive after their End Date, and when they are deactivated.`;
  return hasPartners
    ? `${messages.NO_CODES} Select ${messages.ADD_CODE} to create one, then share its link.`
    : `${messages.NO_CODES} A code is issued to a partner, and there is none yet.`;
}

const LABELS: Record<messages.CodeTab, string> = { list: "List", history: "History" };

/** The tabs of the screen. */
export const TABS = messages.CODE_TABS.map((id) => ({ id, label: LABELS[id] }));
