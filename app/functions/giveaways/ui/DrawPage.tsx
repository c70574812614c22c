import { Badge, Banner, BlockStack, Button, InlineStack, List, Modal, Text } from "@shopify/polaris";
import { Suspense, useCallback, useState } from "react";
import type { ListResult, ListState } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import { pluralize } from "~/platform/text/pluralize";
import { Dialog } from "~/ui/Dialog";
import { EmailText } from "~/ui/EmailText";
import { FactList } from "~/ui/FactList";
import { ListPage } from "~/ui/ListPage";
import { lazyPart } from "~/ui/lazy-part";
import type { Cells } from "~/ui/list/types";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useCall } from "~/ui/useCall";
import type { placesList } from "../draw/list.server";
import type { GiveawayDraw } from "../draw/schemas";
import { PLACE_STATE_NAMES } from "../entrants/states";
import { giveawayCall } from "../function";
import type { Giveaway } from "../list.server";
import { DeletedBanner, PLACE_TONES, type PlaceRow } from "./ListParts";

const ConfirmModal = lazyPart(() => import("~/ui/ConfirmModal"));

const PlaceDialog = lazyPart(() => import("./PlaceDialog"));

interface VerificationAnswer extends ActionAnswer {
  value?: { holds: boolean; msg: string; checks: { what: string; holds: boolean }[] };
}

interface DrawPageProps {
  list: (typeof placesList)["declaration"];
  giveaway: Giveaway;
  draw: GiveawayDraw;
  state: ListState;
  result: ListResult<PlaceRow>;
}

const CELLS = {
  rank: ({ rank }) => rank.toLocaleString("en-US"),
  email: ({ email }) => email && <EmailText email={email} />,
  number: ({ number }) => number.toLocaleString("en-US"),
  state: ({ state, isTold, isMailQueued, mailProblem }) => (
    <InlineStack gap="100">
      <Badge tone={PLACE_TONES[state]}>{PLACE_STATE_NAMES[state]}</Badge>
      {isMailQueued && <Badge>Email queued</Badge>}
      {isTold && mailProblem === null && <Badge>Emailed</Badge>}
      {mailProblem !== null && (
        <span title={mailProblem}>
          <Badge tone="critical">Email not delivered</Badge>
        </span>
      )}
    </InlineStack>
  ),
  reason: ({ reason, changedBy }) => reason && `${reason} (${changedBy})`,
} satisfies Cells<PlaceRow>;

/** One draw: its drawn entrants, its inputs, and its verification. */
export function DrawPage({ list, giveaway, draw, state, result }: DrawPageProps) {
  const verifying = useCall<VerificationAnswer>();
  const change = useCall();
  const file = useCall();
  const which = { id: giveaway.id, draw: draw.number };
  const [changing, setChanging] = useState<PlaceRow | null>(null);
  const [isMailing, setMailing] = useState(false);
  const close = useCallback(() => setChanging(null), []);
  // Whether a winner's email was sent, or came back, is known later.
  useListRefresh("mail");
  const isBusy = change.isBusy || file.isBusy;
  return (
    <>
      <ListPage
        title={`Draw ${draw.number} of ${giveaway.name}`}
        plural="people drawn"
        list={list}
        state={state}
        result={result}
        appliesAtOnce
        rowLabel={({ name }) => name}
        cells={CELLS}
        backAction={{ content: "Draws", url: `/giveaways/${giveaway.id}/draws` }}
        primaryAction={{
          content: "Email winners",
          disabled: draw.untold === 0 || giveaway.isDeleted || isBusy,
          onAction: () => setMailing(true),
        }}
        pageActions={[
          {
            content: "Verify draw",
            loading: verifying.isBusy,
            onAction: () => verifying.run(giveawayCall("giveaways.verify", which)),
          },
          {
            content: "Download",
            disabled: isBusy,
            onAction: () => file.run(giveawayCall("giveaways.drawFile", which)),
          },
        ]}
        rowActions={(place) =>
          place.state === "declined" || place.state === "disqualified" ? (
            <Button
              size="slim"
              disabled={giveaway.isDeleted || isBusy}
              accessibilityLabel={`Restore ${place.name}`}
              onClick={() => change.run(giveawayCall("giveaways.putBack", { ...which, rank: place.rank }))}
            >
              Restore
            </Button>
          ) : (
            <Button
              size="slim"
              disabled={giveaway.isDeleted}
              accessibilityLabel={`Remove ${place.name}`}
              onClick={() => setChanging(place)}
            >
              Remove
            </Button>
          )
        }
      >
        <DeletedBanner giveaway={giveaway} />
        <DrawFacts draw={draw} verified={verifying.answer?.value} />
      </ListPage>
      {changing && (
        <Suspense>
          <PlaceDialog giveawayId={giveaway.id} draw={draw.number} place={changing} onClose={close} />
        </Suspense>
      )}
      {isMailing && (
        <Suspense>
          <ConfirmModal
            title={`Email ${pluralize(draw.untold, "winner")}?`}
            confirmLabel="Send"
            onConfirm={() => {
              change.run(giveawayCall("giveaways.mailWinners", which));
              setMailing(false);
            }}
            onClose={() => setMailing(false)}
          >
            This sends the “Giveaway won” email, which the account owner can edit under Settings. Each winner
            is emailed only once.
          </ConfirmModal>
        </Suspense>
      )}
    </>
  );
}

interface DrawFactsProps {
  draw: GiveawayDraw;
  /** The result of the verification; undefined before it. */
  verified?: VerificationAnswer["value"];
}

const requestText = ({ winners, alternates, repeatWinners }: GiveawayDraw): string =>
  [
    pluralize(winners, "winner"),
    pluralize(alternates, "alternate"),
    ...(repeatWinners ? [] : ["no winners of other giveaways"]),
  ].join(", ");

/** The inputs of a draw and the result of its verification. */
function DrawFacts({ draw, verified }: DrawFactsProps) {
  // In a dialog, because only those who verify the draw need them.
  const [isOpen, setOpen] = useState(false);
  const code = (text: string) => (
    <Text as="span" breakWord>
      {text}
    </Text>
  );
  return (
    <BlockStack gap="300">
      {verified && (
        <Banner tone={verified.holds ? "success" : "critical"} title={verified.msg}>
          <List>
            {verified.checks.map(({ what, holds }) => (
              <List.Item key={what}>{holds ? `${what}.` : `Not so: ${what.toLowerCase()}.`}</List.Item>
            ))}
          </List>
        </Banner>
      )}
      <FactList
        facts={[
          {
            name: "Drawn",
            value: (
              <>
                <Moment at={draw.drawnAt} time /> by {draw.drawnBy}
              </>
            ),
          },
          ...(draw.reason ? [{ name: "Why", value: draw.reason }] : []),
          { name: "Requested", value: requestText(draw) },
          {
            name: "From",
            value: `${formatCount(draw.entries)} entries, ${formatCount(draw.tickets)} tickets`,
          },
        ]}
      />
      <div>
        <Button variant="plain" onClick={() => setOpen(true)}>
          Seed and codes
        </Button>
      </div>
      {isOpen && (
        <Dialog title="Seed and codes" onClose={() => setOpen(false)}>
          <Modal.Section>
            <FactList
              facts={[
                { name: "Seed", value: code(draw.seed) },
                { name: "Its SHA-256", value: code(draw.commitment) },
                { name: "Committed", value: <Moment at={draw.committedAt} time /> },
                { name: "SHA-256 of the entries", value: code(draw.entriesDigest) },
              ]}
            />
          </Modal.Section>
        </Dialog>
      )}
    </BlockStack>
  );
}
