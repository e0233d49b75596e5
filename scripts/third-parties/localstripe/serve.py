"""Serves localstripe on a port of this machine.

Its own command would listen on all interfaces, and keep its state in a temporary file that the
next run would load.
"""

import sys

from aiohttp import web
from localstripe import resources, server

resources.store.dump_to_disk = lambda: None
web.run_app(server.app, host='127.0.0.1', port=int(sys.argv[1]), print=None)
