/** What these do nobody takes back: who says yes to it has said so for what is named, and for nothing else. */
const DESTROYING: ReadonlySet<string> = new Set(
  `delete del destroy rm rmi remove drop purge terminate stop kill uninstall prune revoke unpublish yank deprecate wipe flush erase
  cancel close archive disable unset unlink`.split(/\s+/u),
);

/** Far enough for `gcloud compute instances delete`, and no further into what is named. */
const MOST_VERBS = 5;

/** Whether the words of a program say that it takes something away or stops it; also as a part of a word: `db:drop`. */
export function destroys(words: readonly string[]): boolean {
  return words.slice(1, MOST_VERBS).some((word) => word.split(':').some((part) => DESTROYING.has(part)));
}
