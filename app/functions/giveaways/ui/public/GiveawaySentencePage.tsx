import { pluralize } from "~/platform/text/pluralize";
import { StorefrontPage } from "~/ui/storefront/StorefrontPage";
import {
  fairnessOfAnother,
  fairness as fairnessText,
  type Sentence,
  withdrawalText,
} from "../../registrations/messages";

/** What anyone can verify about a giveaway. Entrants are numbers: no personal data. */
export interface PublicFairness {
  /** The SHA-256 of the seed of the next draw. */
  commitment: string | null;
  draws: readonly PublicDraw[];
  /** The URL of the program that verifies them. */
  program: string;
}

/** A draw as the public sees it. */
export interface PublicDraw {
  number: number;
  /** With its time zone. */
  drawnAt: string;
  commitment: string;
  fingerprint: string;
  entries: number;
  /** The numbers of entries, in drawing order. */
  winners: readonly number[];
  alternates: readonly number[];
  /** Winners who are out since the draw, and who moved up. Why they are out isn't public. */
  withdrawals: readonly { number: number; movedUp: number | null }[];
  /** The URL of its file. */
  file: string;
}

interface GiveawaySentencePageProps {
  sentence: Sentence;
  fairness?: PublicFairness;
  shopName: string;
  shopUrl: string;
}

/** A page with one message about a giveaway, its draws, and a link to the shop. */
export function GiveawaySentencePage({ sentence, fairness, shopName, shopUrl }: GiveawaySentencePageProps) {
  const { title, text } = sentence;
  return (
    <StorefrontPage title={title}>
      <p role="status">{text}</p>
      {fairness?.draws.map((draw) => (
        <DrawResult key={draw.number} {...draw} />
      ))}
      {fairness && fairness.draws.length > 0 && <script type="module" src={fairness.program} />}
      {fairness?.commitment && (
        <p>
          <small>
            {fairness.draws.length > 0
              ? fairnessOfAnother(fairness.commitment)
              : fairnessText(fairness.commitment)}
          </small>
        </p>
      )}
      <p>
        <a href={shopUrl}>Go to {shopName}</a>
      </p>
    </StorefrontPage>
  );
}

function DrawResult({ number, drawnAt, entries, winners, alternates, withdrawals, ...proof }: PublicDraw) {
  const { commitment, fingerprint, file } = proof;
  return (
    <section
      data-commitment={commitment}
      data-fingerprint={fingerprint}
      data-winners={winners.join()}
      data-alternates={alternates.join()}
    >
      <h2>Draw {number}</h2>
      <p>
        Drawn on {drawnAt} from {pluralize(entries, "entry", "entries")}.
      </p>
      <p>Winning entries: {winners.join(", ")}</p>
      {alternates.length > 0 && <p>Alternates, in their order: {alternates.join(", ")}</p>}
      {withdrawals.map((one) => (
        <p key={one.number}>{withdrawalText(one)}</p>
      ))}
      <p>
        <small>
          Anyone can verify this draw. The SHA-256 of its seed, fixed before the draw: {commitment}.
          Fingerprint of the result: {fingerprint}.
        </small>
      </p>
      <p>
        <a href={file} download>
          Download the seed and the entries of draw {number}
        </a>
      </p>
      {/* Its program shows them: without scripts, they would do nothing. */}
      <p hidden>
        <button type="button">Verify draw {number} in this browser</button>
      </p>
      <p hidden>
        <label>
          Verify a file of draw {number} <input type="file" accept=".json,application/json" />
        </label>
      </p>
      <div role="status" />
    </section>
  );
}
