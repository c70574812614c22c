import { Banner, BlockStack, Button, List, Text } from "@shopify/polaris";
import { useState } from "react";
import { pluralize } from "~/platform/text/pluralize";
import { FactList } from "~/ui/FactList";
import { Moment } from "~/ui/Moment";
import { formatCount } from "~/ui/numbers";
import type { DrawAnswer } from "../draw/draw-form.server";
import type { GiveawayDraw } from "../draw/schemas";

interface DrawFactsProps {
  draw: GiveawayDraw;
  /** The result of the verification; undefined before it. */
  verified?: DrawAnswer["verified"];
}

const requestText = ({ winners, alternates, repeatWinners }: GiveawayDraw): string =>
  [
    pluralize(winners, "winner"),
    pluralize(alternates, "alternate"),
    ...(repeatWinners ? [] : ["no winners of other giveaways"]),
  ].join(", ");

/** The inputs of a draw and the result of its verification. */
export function DrawFacts({ draw, verified }: DrawFactsProps) {
  // Collapsed, because only those who verify the draw need it.
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
          ...(isOpen
            ? [
                { name: "Seed", value: code(draw.seed) },
                { name: "Its SHA-256", value: code(draw.commitment) },
                { name: "Committed", value: <Moment at={draw.committedAt} time /> },
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
