import type { SuiteCase } from './failed-cases.ts';
import { codeOf, encode, show, writeOne, type WorkspaceStage } from './workspace-stage.ts';

/** Where paths lead. */
export const workspacePathCases: readonly SuiteCase<WorkspaceStage>[] = [
  {
    title: 'a path is located where it lies, in whatever way it is written',
    check: async (open) => {
      const { workspace } = open();
      await writeOne(workspace, 'src/a.ts', encode('12345'), null);
      const ways = ['src/a.ts', './src/a.ts', 'src//a.ts', 'src/./x/../a.ts', `${workspace.root}/src/a.ts`];
      for (const way of ways) {
        const located = await workspace.locate(way);
        if (!located.ok) return `${way}: ${show(located)}`;
        const { path, kind, bytes } = located.value;
        if (show([path, kind, bytes]) !== show(['src/a.ts', 'file', 5])) return `${way}: ${show(located)}`;
      }
      return null;
    },
  },
  {
    title: 'the root, a folder and what is not there are located',
    check: async (open) => {
      const { workspace } = open();
      await writeOne(workspace, 'src/a.ts', encode('a'), null);
      const seen: string[] = [];
      for (const path of ['', '.', 'src', 'src/', 'src/b.ts', 'new/deep/c']) {
        const located = await workspace.locate(path);
        seen.push(located.ok ? `${located.value.path}=${located.value.kind}` : located.error.code);
      }
      const right = '=folder =folder src=folder src=folder src/b.ts=missing new/deep/c=missing';
      return seen.join(' ') === right ? null : seen.join(' ');
    },
  },
  {
    title: 'a path that leads out is refused by every call, and nothing is written',
    check: async (open) => {
      const { workspace } = open();
      const ways = [
        '..',
        '../x',
        'src/../../x',
        '/etc/hosts',
        '/',
        `${workspace.root}2/x`,
        `${workspace.root}/../x`,
      ];
      for (const way of ways) {
        const codes = [
          await workspace.locate(way),
          await workspace.read(way),
          await workspace.list(way),
          await writeOne(workspace, way, encode('x'), null),
        ].map(codeOf);
        if (codes.some((code) => code !== 'outside_workspace')) return `${way}: ${codes.join(' ')}`;
      }
      return null;
    },
  },
  {
    title: 'names that only look like the way out or like other names are names',
    check: async (open) => {
      const { workspace } = open();
      for (const name of [
        '..a',
        '...',
        '.git',
        '.gitignore',
        'a b',
        'a\nb',
        '~',
        '$HOME',
        '*',
        '__proto__',
        'ä',
      ]) {
        const written = await writeOne(workspace, name, encode(name), null);
        const read = await workspace.read(name);
        if (!written.ok || !read.ok || new TextDecoder().decode(read.value.bytes) !== name)
          return `${show(name)}: ${show([written, read])}`;
      }
      return null;
    },
  },
  {
    title: 'a NUL in a path is refused, and the message does not hold it',
    check: async (open) => {
      const { workspace } = open();
      await writeOne(workspace, 'a', encode('a'), null);
      const [located, read] = [await workspace.locate('a\0b'), await workspace.read('a\0')];
      const refused = codeOf(located) === 'invalid_input' && codeOf(read) === 'invalid_input';
      return refused && !show([located, read]).includes(String.raw`\u0000`) ? null : show([located, read]);
    },
  },
  {
    title: 'what is of the wrong kind is refused with a reason',
    check: async (open) => {
      const { workspace } = open();
      await writeOne(workspace, 'src/a.ts', encode('a'), null);
      const codes = [
        await workspace.read('src'),
        await workspace.read('none'),
        await workspace.list('src/a.ts'),
        await workspace.list('none'),
        await writeOne(workspace, 'src', encode('x'), null),
      ].map(codeOf);
      const right = 'invalid_input not_found invalid_input not_found invalid_input';
      return codes.join(' ') === right ? null : codes.join(' ');
    },
  },
  {
    title: 'a link inside is followed to where it leads, and stays a link',
    check: async (open) => {
      const { workspace, link } = open();
      await writeOne(workspace, 'src/a.ts', encode('one'), null);
      await link('file', 'src/a.ts');
      await link('folder', 'src');
      await link('again', 'folder/a.ts');
      for (const way of ['file', 'folder/a.ts', 'again']) {
        const located = await workspace.locate(way);
        if (!located.ok || located.value.path !== 'src/a.ts') return `${way}: ${show(located)}`;
      }
      const before = await workspace.read('again');
      const written = await writeOne(workspace, 'again', encode('two'), before.ok ? before.value.hash : null);
      const read = await workspace.read('src/a.ts');
      const listed = await workspace.list('');
      const kinds = listed.ok ? listed.value.map(({ kind }) => kind).join(' ') : '';
      const right = written.ok && read.ok && new TextDecoder().decode(read.value.bytes) === 'two';
      return right && kinds === 'link link link folder' ? null : `got ${show([written, read])} ${kinds}`;
    },
  },
  {
    title: 'a link that leads out is refused, also where nothing is yet',
    check: async (open) => {
      const { workspace, link } = open();
      await link('hosts', '/etc/hosts');
      await link('up', '..');
      await link('dangling', '/nowhere/at/all');
      await link('first', 'up');
      for (const way of ['hosts', 'up', 'up/x', 'dangling', 'dangling/x', 'first/x']) {
        const codes = [
          await workspace.locate(way),
          await workspace.read(way),
          await writeOne(workspace, way, encode('x'), null),
        ].map(codeOf);
        if (codes.some((code) => code !== 'outside_workspace')) return `${way}: ${codes.join(' ')}`;
      }
      return null;
    },
  },
  {
    title: 'a link to what is missing inside is refused, also on the way; a circle ends',
    check: async (open) => {
      const { workspace, link } = open();
      await link('dangling', 'new/file');
      await link('a', 'b');
      await link('b', 'a');
      await link('into', 'dangling');
      await link('here', '.');
      for (const way of ['dangling', 'dangling/x', 'into', 'here/dangling']) {
        const codes = [
          await workspace.locate(way),
          await workspace.read(way),
          await writeOne(workspace, way, encode('x'), null),
        ].map(codeOf);
        if (codes.some((code) => code !== 'not_found')) return `${way}: ${codes.join(' ')}`;
      }
      const located = await workspace.locate('here/new/file');
      if (!located.ok || show(located.value) !== show({ path: 'new/file', kind: 'missing', bytes: null }))
        return show(located);
      const circle = [await workspace.locate('a'), await workspace.read('b/c')].map(codeOf).join(' ');
      return circle === 'not_readable not_readable' ? null : circle;
    },
  },
];
