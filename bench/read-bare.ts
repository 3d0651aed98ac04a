import { request } from 'node:http';

/** Reads a stream with nothing but a parser: what every client does at least. */
export async function readBare(url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const asking = request(url, { method: 'POST' }, (answer) => {
      let rest = '';
      let blank: string | undefined;
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        rest += text;
        let from = 0;
        blank ??= rest.includes('\r\n') ? '\r\n\r\n' : '\n\n';
        for (let end = rest.indexOf(blank); end !== -1; end = rest.indexOf(blank, from)) {
          const data = rest.indexOf('data: ', from) + 6;
          if (rest[data] === '{') JSON.parse(rest.slice(data, end));
          from = end + blank.length;
        }
        rest = rest.slice(from);
      });
      answer.once('end', resolve);
    });
    asking.once('error', reject);
    asking.end('{}');
  });
}
