import { Banner, BlockStack, Button, List, Text } from "@shopify/polaris";
import { useState } from "react";
import { FactList } from "~/ui/FactList";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import type { GiveawayDraw } from "../draw/contract";
import type { DrawAnswer } from "../draw/form.server";

interface DrawFactsProps {
  draw: GiveawayDraw;
  /** What running it again came to; undefined before. */
  verified?: DrawAnswer["verified"];
}

const askedFor = ({ winners, alternates, repeatWinners }: GiveawayDraw): string =>
  [
    `${formatCount(winners)} ${winners === 1 ? "winner" : "winners"}`,
    `${formatCount(alternates)} ${alternates === 1 ? "alternate" : "alternates"}`,
    ...(repeatWinners ? [] : ["nobody who won another giveaway"]),
  ].join(", ");

/** What a draw was made from, and what came of running it again. */
export function DrawFacts({ draw, verified }: DrawFactsProps) {
  // Whoever checks the draw needs them; whoever tells the winners needs the winners.
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
          { name: "Asked for", value: askedFor(draw) },
          {
            name: "From",
            value: `${formatCount(draw.entries)} entries, ${formatCount(draw.tickets)} tickets`,
          },
          ...(isOpen
            ? [
                { name: "Seed", value: code(draw.seed) },
                { name: "Its SHA-256", value: code(draw.commitment) },
                { name: "Fixed", value: <Moment at={draw.committedAt} time /> },
                { name: "SHA-256 of the entries", value: code(draw.entriesDigest) },
              ]
            : []),
        ]}
      />
      <div>
        <Button
          variant="plain"
          disclosure={isOpen ? "up" : "down"}
          ariaExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Seed and codes
        </Button>
      </div>
    </BlockStack>
  );
}
