import type { Host } from '@rook/ui';

const PREFIX = 'rook:';

/** What a browser gives the workbench. A browser that keeps nothing (private, full) costs drafts, not the page. */
export function createBrowserHost(): Host {
  return {
    platform: /mac|iphone|ipad/iu.test(navigator.userAgent) ? 'mac' : 'other',
    storage: {
      get: (key) => attempt(() => localStorage.getItem(PREFIX + key)) ?? null,
      set: (key, text) => {
        attempt(() => {
          if (text === '') localStorage.removeItem(PREFIX + key);
          else localStorage.setItem(PREFIX + key, text);
        });
      },
    },
    openLink: (url) => void open(url, '_blank', 'noopener,noreferrer'),
    goTo: (url) => location.assign(underThisName(url)),
    allowNotices: async () =>
      typeof Notification !== 'undefined' && (await Notification.requestPermission()) === 'granted',
    notify: (title, text) => {
      if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
      attempt(() => new Notification(title, { body: text }));
    },
  };
}

/** One machine has two names, and a browser takes them for two places: who came by one of them stays with it. */
function underThisName(url: string): string {
  const there = new URL(url);
  const isHere = [there, location].every(({ hostname }) => ['127.0.0.1', 'localhost'].includes(hostname));
  if (isHere) there.hostname = location.hostname;
  return there.href;
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
