import { BlockStack, Card, InlineGrid, InlineStack, Link, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import { formatUsDate } from "~/platform/dates/date-text";
import { useFrame } from "~/ui/frame";
import { formatCount } from "~/ui/numbers";
import type { DateRange } from "../range";
import type { Questions as Answers, DayNote, Trend } from "../schemas";
import { addedQuery, customersUrl } from "../segments";
import { formatChange, formatDifference, formatPercent, formatPoints, formatValue } from "./format-value";
import { QuestionCard, type QuestionCardProps } from "./QuestionCard";
import styles from "./Questions.module.css";

interface QuestionsProps {
  questions: Answers;
  range: DateRange;
  onNote(day: string): void;
}

/** A chart for each question about the customers, beside the period before. */
export function Questions({ questions, range, onNote }: QuestionsProps) {
  const { before, metrics, segments, notes, declared } = questions;
  const byId = (id: string) => metrics.find((trend) => trend.id === id) as Trend;
  const [total, email, sms] = [byId("total"), byId("emailSubscribed"), byId("smsSubscribed")];
  const tagged = [byId("withAICTag"), byId("withoutAICTag")] as const;
  const shared = { range, notes };
  return (
    <BlockStack gap="400">
      <InlineGrid gap="400" columns={{ xs: 1, md: 2, lg: segments.length > 0 ? 2 : 3 }}>
        <QuestionCard
          {...shared}
          title="Growth"
          facts={<GrowthFacts total={total} range={range} />}
          lines={[{ title: "Net growth", trend: total, valueOn: ({ gained }) => gained }]}
          format={formatDifference}
          isBars
          queryOn={(day) => addedQuery(day)}
        />
        <QuestionCard
          {...shared}
          title="Share subscribed"
          facts={
            <>
              <ShareFact title="Email" trend={email} total={total} />
              <ShareFact title="SMS" trend={sms} total={total} />
            </>
          }
          lines={[shareLine("Email", email, total), shareLine("SMS", sms, total)]}
          format={formatPercent}
          max={1}
          queryOn={() => email.query}
        />
        <QuestionCard
          {...shared}
          title={`With and without the tag ${declared.tag}`}
          facts={
            <>
              <CountFact title="With" trend={tagged[0]} />
              <CountFact title="Without" trend={tagged[1]} />
            </>
          }
          lines={[
            { title: `With ${declared.tag}`, trend: tagged[0], valueOn: countOn },
            { title: `Without ${declared.tag}`, trend: tagged[1], valueOn: countOn },
          ]}
          format={formatCount}
          queryOn={() => tagged[0].query}
        />
        {segments.length > 0 && (
          <QuestionCard
            {...shared}
            title="Segments of customers"
            facts={segments.map((trend) => <CountFact key={trend.id} title={trend.title} trend={trend} />)}
            lines={segments.map((trend) => ({ title: trend.title, trend, valueOn: countOn }))}
            format={formatCount}
            queryOn={() => segments[0]?.query ?? ""}
          />
        )}
      </InlineGrid>
      <Text as="p" tone="subdued">
        Compared with {formatUsDate(before.dateFrom)} to {formatUsDate(before.dateTo)}. Select a figure or a
        day in a chart to open its customers in Shopify, as they are now. A day is marked when its change is
        far from the last 8 on the same day of the week.
      </Text>
      <Notes notes={notes} onNote={onNote} />
    </BlockStack>
  );
}

type Line = QuestionCardProps["lines"][number];

const countOn: Line["valueOn"] = ({ value }) => value;

/** The share of all customers, on days with an exact number of them. */
function shareLine(title: string, trend: Trend, total: Trend): Line {
  const totals = new Map(total.days.map((day) => [day.date, day]));
  return {
    title,
    trend,
    valueOn: ({ date, value }) => {
      const all = totals.get(date);
      return all?.isExact && all.value > 0 ? value / all.value : null;
    },
  };
}

function GrowthFacts({ total, range }: { total: Trend; range: DateRange }) {
  const last = total.days.at(-1);
  const { gained, gainedBefore } = total;
  return (
    <>
      <Fact
        title="Customers"
        query=""
        value={last ? formatValue(last) : "–"}
        comparison={
          total.now === null || total.before === null ? null : formatChange(total.now, total.before)
        }
      />
      <Fact
        title="Net growth"
        query={addedQuery(range.dateFrom, range.dateTo)}
        value={gained === null ? "–" : formatDifference(gained)}
        comparison={
          gained === null || gainedBefore === null
            ? null
            : `${formatDifference(gainedBefore)} in the period before, ${formatChange(gained, gainedBefore)}`
        }
      />
    </>
  );
}

const CountFact = ({ title, trend }: { title: string; trend: Trend }) => (
  <Fact
    title={title}
    query={trend.query}
    value={trend.now === null ? "–" : formatCount(trend.now)}
    comparison={trend.now === null || trend.before === null ? null : formatChange(trend.now, trend.before)}
  />
);

function ShareFact({ title, trend, total }: { title: string; trend: Trend; total: Trend }) {
  const isExact = total.days.at(-1)?.isExact;
  const share = (part: number | null, all: number | null) => (part !== null && all ? part / all : null);
  const [now, before] = [isExact ? share(trend.now, total.now) : null, share(trend.before, total.before)];
  const points = now === null || before === null ? null : 100 * (now - before);
  return (
    <Fact
      title={title}
      query={trend.query}
      value={now === null ? "–" : formatPercent(now)}
      comparison={
        points === null || trend.now === null || trend.before === null
          ? null
          : `${formatPoints(points)}, ${formatChange(trend.now, trend.before)} customers`
      }
    />
  );
}

interface FactProps {
  title: string;
  value: string;
  /** Null without a figure of the period before. */
  comparison: ReactNode | null;
  query: string;
}

/** A figure beside the period before, with a link to the customers behind it. */
function Fact({ title, value, comparison, query }: FactProps) {
  const { shop } = useFrame();
  return (
    <dl className={styles.facts}>
      <div>
        <Text as="dt" tone="subdued">
          {title}
        </Text>
        <Text as="dd" variant="headingLg">
          <Link
            monochrome
            removeUnderline
            target="_blank"
            url={customersUrl(shop.domain, query)}
            accessibilityLabel={`${title}: ${value}. Open these customers in Shopify`}
          >
            {value}
          </Link>
          <Text as="span" variant="bodySm" tone="subdued" fontWeight="regular">
            {` ${comparison ?? "No figure of the period before"}`}
          </Text>
        </Text>
      </div>
    </dl>
  );
}

function Notes({ notes, onNote }: { notes: readonly DayNote[]; onNote(day: string): void }) {
  if (notes.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">
          Notes
        </Text>
        <ul className={styles.notes}>
          {notes.map(({ day, text, by }) => (
            <li key={day}>
              <InlineStack gap="200" blockAlign="baseline">
                <Text as="span" fontWeight="semibold">
                  {formatUsDate(day)}
                </Text>
                <span>{text}</span>
                <Text as="span" tone="subdued">
                  {by}
                </Text>
                <Link
                  onClick={() => onNote(day)}
                  accessibilityLabel={`Edit the note on ${formatUsDate(day)}`}
                >
                  Edit
                </Link>
              </InlineStack>
            </li>
          ))}
        </ul>
      </BlockStack>
    </Card>
  );
}
