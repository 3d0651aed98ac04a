import { request } from 'node:http';

/** Reads a stream with nothing but a parser: what every client does at least. */
export async function readBare(url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const asking = request(url, { method: 'POST' }, (answer) => {
      let rest = '';
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        rest += text;
        let from = 0;
        for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n', from)) {
          const data = rest.indexOf('data: ', from) + 6;
          if (rest[data] === '{') JSON.parse(rest.slice(data, end));
          from = end + 2;
        }
        rest = rest.slice(from);
      });
      answer.once('end', resolve);
    });
    asking.once('error', reject);
    asking.end('{}');
  });
}
