"""Serves localstripe on a port of this machine.

Started its own way it would listen to the whole network and keep its state in a file of the
temporary folder, where the next run would find it.
"""

import sys

from aiohttp import web
from localstripe import resources, server

resources.store.dump_to_disk = lambda: None
web.run_app(server.app, host='127.0.0.1', port=int(sys.argv[1]), print=None)
