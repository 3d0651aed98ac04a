import type { Finding } from './finding.ts';

/** Texts with the form of a credential. Precise on purpose: a guard that cries wolf gets switched off. */
export function findSecrets(text: string): Finding[] {
  const found: Finding[] = [];
  for (const { name, pattern } of SECRET_FORMS) {
    for (const match of text.matchAll(pattern)) {
      if (match[1] !== undefined && !looksRandom(match[1])) continue;
      const message = `The text holds what looks like ${name}; remove it, revoke it, and read it from the environment.`;
      found.push({ start: match.index, message });
    }
  }
  return dropOverlaps(found);
}

/** A pattern with a group asks in addition that the group look random. */
const SECRET_FORMS: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'a private key', pattern: /-{5}BEGIN (?:[A-Z]+ )*PRIVATE KEY-{5}/gu },
  { name: 'an AWS key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/gu },
  { name: 'an Anthropic key', pattern: /\bsk-ant-[\w-]{20,}/gu },
  { name: 'an OpenAI key', pattern: /(?<![\w-])sk-(?!ant-)(?:[a-z]+-)?([\w-]{20,})/gu },
  { name: 'a GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{22,})/gu },
  { name: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/gu },
  { name: 'an xAI key', pattern: /(?<![\w-])xai-([A-Za-z0-9]{20,})/gu },
  { name: 'a Google key', pattern: /\bAIza[\w-]{35}/gu },
  { name: 'a Slack token', pattern: /\bxox[abeprs]-[0-9A-Za-z-]{10,}/gu },
  { name: 'a signed token', pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/gu },
  { name: 'a bearer token', pattern: /\bbearer\s+([\w.~+/-]{24,}=*)/giu },
  {
    name: 'a password',
    pattern:
      /(?:password|passwd|secret|token|api_?-?key|access_?-?key)["']?\s*[:=]\s*["'`]([^"'`\s]{12,})["'`]/giu,
  },
];

const LEAST_KINDS = 3;
const LEAST_BITS = 3;

/** Letters of both cases and digits without an order that a person would write; placeholders are not. */
function looksRandom(value: string): boolean {
  if (/[$<>{}]|example|placeholder|changeme/iu.test(value)) return false;
  const kinds = [/[a-z]/u, /[A-Z]/u, /[0-9]/u, /[^a-zA-Z0-9]/u].filter((kind) => kind.test(value)).length;
  const isHex = /^[0-9a-f]{24,}$/u.test(value);
  return (kinds >= LEAST_KINDS || isHex) && /[0-9]/u.test(value) && measureBits(value) >= LEAST_BITS;
}

/** Shannon entropy in bits per character. */
function measureBits(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** A key inside an assignment has two forms, but it is one secret: the first form that starts there is told. */
function dropOverlaps(found: readonly Finding[]): Finding[] {
  const sorted = found.toSorted((a, b) => a.start - b.start);
  return sorted.filter(
    (finding, index) => finding.start - (sorted[index - 1]?.start ?? -LONGEST_LABEL) >= LONGEST_LABEL,
  );
}

const LONGEST_LABEL = 40;
