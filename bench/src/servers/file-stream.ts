// The limit for files: Node with nothing between a file and the socket.
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';

const { PORT, FILE = '', SIZE } = process.env;
createServer((request, response) => {
  if (request.url === '/readyz') return response.end();
  response.setHeader('content-length', Number(SIZE));
  response.setHeader('content-type', 'application/pdf');
  return createReadStream(FILE).pipe(response);
}).listen(Number(PORT), '127.0.0.1');
